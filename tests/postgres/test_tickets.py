"""Tickets: what comes in is stored whole or refused whole, and who starts a run."""

import asyncio
from functools import partial

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import BadAddress, EmptyText, KeyReused, NotFound, NotText, TextTooLong
from deskgraph.events import append, since
from deskgraph.events.types import RunParked
from deskgraph.runs import check_fence, get, move, subject_key
from deskgraph.settings import Settings
from deskgraph.tickets import (
    Handling,
    Status,
    Submitted,
    ask,
    get_ticket,
    list_tickets,
    messages,
    messages_of_run,
    post,
    set_classification,
    set_handling,
    set_status,
)

from .desk import ADA, BEN, MODELS, running, write
from .racing import in_transaction, race, until_somebody_waits


async def question(
    conn: Connection, settings: Settings, ticket_id: int, text: str = "Who is she?"
) -> Submitted:
    return await ask(conn, ticket_id=ticket_id, text=text, by="lea", models=MODELS, settings=settings)


async def types(conn: Connection, ticket_id: int) -> list[str]:
    return [event.type for event in await since(conn, subject_key(ticket_id), 0)]


@pytest.mark.parametrize(
    ("text", "sender"), [("", ADA), (b"\xff", ADA), ("x" * 200_000, ADA), ("hello", "nobody")]
)
async def test_a_refused_message_leaves_no_row(
    pool: Pool, settings: Settings, text: str | bytes, sender: str
) -> None:
    with pytest.raises((EmptyText, NotText, TextTooLong, BadAddress)):
        await in_transaction(pool, partial(write, settings=settings, text=text, sender=sender))
    async with transaction(pool) as conn:
        assert await list_tickets(conn) == []
        cursor = await conn.execute("select count(*) as n from customer")
        assert await cursor.fetchone() == {"n": 0}


# who starts a run


async def test_a_first_message_opens_a_ticket_and_starts_a_run(conn: Connection, settings: Settings) -> None:
    submitted = await write(conn, settings, "Where is it?\x00", subject="Order B-1", sender="Ada@Example.com")
    ticket = await get_ticket(conn, submitted.ticket_id)
    assert (ticket.customer, ticket.subject, ticket.status, ticket.handling) == (
        ADA,
        "Order B-1",
        "open",
        "agent",
    )
    assert ticket.id >= 1001
    assert len(submitted.notices) == 1
    (message,) = await messages(conn, ticket.id)
    assert (message.text, message.run_id, message.author) == ("Where is it?", submitted.run_id, ADA)
    assert await types(conn, ticket.id) == ["ticket.opened", "run.queued", "message.sent"]


async def test_messages_that_wait_behind_a_run_are_answered_by_one(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    waiting = [await write(conn, settings, text, ticket_id=run.ticket_id) for text in ("And?", "Hello?")]
    assert waiting[0].run_id == waiting[1].run_id != run.id
    assert [said.text for said in await messages_of_run(conn, waiting[0].run_id or 0)] == ["And?", "Hello?"]


@pytest.mark.parametrize("handling", ["needs_human", "with_staff"])
async def test_while_a_person_answers_a_message_is_stored_and_announced_and_starts_no_run(
    conn: Connection, settings: Settings, handling: Handling
) -> None:
    first = await write(conn, settings)
    await set_handling(conn, first.ticket_id, handling, "asked for one", key="h")
    second = await write(conn, settings, "Hello?", ticket_id=first.ticket_id)
    assert second.run_id is None
    assert [message.text for message in await messages(conn, first.ticket_id)][-1] == "Hello?"
    assert (await types(conn, first.ticket_id))[-1] == "message.sent"


@pytest.mark.parametrize("handling", ["agent", "needs_human", "with_staff"])
async def test_a_question_of_the_team_starts_a_run_whoever_handles_the_ticket(
    conn: Connection, settings: Settings, handling: Handling
) -> None:
    first = await write(conn, settings)
    await set_handling(conn, first.ticket_id, handling, "", key="h")
    asked = await question(conn, settings, first.ticket_id)
    run = await get(conn, asked.run_id or 0)
    assert (run.lane, run.actor) == (f"ticket:{first.ticket_id}:team", "staff:lea")
    (said,) = await messages_of_run(conn, run.id)
    assert (said.kind, said.author_role, said.author) == ("question", "staff", "lea")
    visible = await since(conn, subject_key(first.ticket_id), 0, audience="customer")
    assert [event.payload.get("message") for event in visible if event.type == "message.sent"] == [
        first.message_id
    ]


async def test_a_note_of_the_agent_is_none_of_the_messages_that_its_run_works(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    assert run.ticket_id is not None
    await post(
        conn,
        ticket_id=run.ticket_id,
        lane="customer",
        kind="answer",
        author_role="agent",
        author="deskgraph",
        text="Here.",
        run_id=run.id,
    )
    assert [said.text for said in await messages_of_run(conn, run.id)] == ["Where is my order?"]


# status


@pytest.mark.parametrize("status", ["waiting", "solved"])
async def test_a_message_reopens_a_ticket_until_it_is_closed(
    conn: Connection, settings: Settings, status: Status
) -> None:
    first = await write(conn, settings)
    await set_status(conn, first.ticket_id, status, key="s")
    second = await write(conn, settings, "Still broken.", ticket_id=first.ticket_id)
    assert second.ticket_id == first.ticket_id
    assert (await get_ticket(conn, first.ticket_id)).status == "open"
    assert (await types(conn, first.ticket_id)).count("status.changed") == 2


async def test_a_message_on_a_closed_ticket_opens_one_that_follows_it_and_says_so(
    conn: Connection, settings: Settings
) -> None:
    first = await write(conn, settings, subject="Lamp")
    await set_status(conn, first.ticket_id, "closed", key="s")
    second = await write(conn, settings, "Again.", ticket_id=first.ticket_id)
    ticket = await get_ticket(conn, second.ticket_id)
    assert (ticket.follows_id, ticket.subject, ticket.status) == (first.ticket_id, "Lamp", "open")
    assert str(ticket.id) in second.notices[0]
    assert (await get_ticket(conn, first.ticket_id)).status == "closed"
    assert second.run_id is not None


async def test_a_status_and_a_handling_that_do_not_change_are_no_events(
    conn: Connection, settings: Settings
) -> None:
    ticket_id = (await write(conn, settings)).ticket_id
    before = await types(conn, ticket_id)
    await set_status(conn, ticket_id, "open", key="a")
    await set_handling(conn, ticket_id, "agent", "", key="b")
    assert await types(conn, ticket_id) == before


async def test_a_run_that_needs_a_person_does_not_take_the_ticket_from_one(
    conn: Connection, settings: Settings
) -> None:
    ticket_id = (await write(conn, settings)).ticket_id
    await set_handling(conn, ticket_id, "with_staff", "lea", key="a")
    await set_handling(conn, ticket_id, "needs_human", "the run failed", key="b")
    assert (await get_ticket(conn, ticket_id)).handling == "with_staff"
    await set_handling(conn, ticket_id, "agent", "handed back", key="c")
    assert (await get_ticket(conn, ticket_id)).handling == "agent"


async def test_category_and_priority_reach_the_ticket_and_its_events(
    conn: Connection, settings: Settings
) -> None:
    ticket_id = (await write(conn, settings)).ticket_id
    await set_classification(conn, ticket_id, "product", "low", key="c")
    ticket = await get_ticket(conn, ticket_id)
    assert (ticket.category, ticket.priority) == ("product", "low")
    assert (await types(conn, ticket_id))[-1] == "ticket.classified"


# foreign and unknown


@pytest.mark.parametrize("ticket_id", [0, -5, 999, 2**63 - 1, 2**63, 10**40])
async def test_a_ticket_that_nobody_has_is_not_found_by_any_door(
    pool: Pool, settings: Settings, ticket_id: int
) -> None:
    for door in (
        partial(get_ticket, ticket_id=ticket_id),
        partial(write, settings=settings, ticket_id=ticket_id),
        partial(question, settings=settings, ticket_id=ticket_id),
    ):
        with pytest.raises(NotFound):
            await in_transaction(pool, door)
    async with transaction(pool) as conn:
        assert await messages(conn, ticket_id) == []
        assert await list_tickets(conn, before=ticket_id) == []


async def test_another_customers_ticket_is_told_apart_from_none_by_nothing(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        ticket_id = (await write(conn, settings, sender=BEN)).ticket_id
    with pytest.raises(NotFound) as foreign:
        await in_transaction(pool, partial(write, settings=settings, ticket_id=ticket_id))
    with pytest.raises(NotFound) as unknown:
        await in_transaction(pool, partial(write, settings=settings, ticket_id=ticket_id + 1))
    assert str(foreign.value) == str(unknown.value).replace(str(ticket_id + 1), str(ticket_id))
    async with transaction(pool) as conn:
        assert len(await messages(conn, ticket_id)) == 1


# once


async def test_a_message_with_a_key_is_posted_once(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    assert run.ticket_id is not None
    reply = partial(
        post,
        conn,
        ticket_id=run.ticket_id,
        lane="customer",
        kind="answer",
        author_role="agent",
        author="deskgraph",
        run_id=run.id,
        key=f"run:{run.id}:reply",
    )
    first = await reply(text="Here\x00.")
    assert await reply(text="Elsewhere.") == first
    assert first.text == "Here."
    assert (await types(conn, run.ticket_id)).count("message.sent") == 2


async def test_the_same_request_under_one_key_gives_the_same_ticket(pool: Pool, settings: Settings) -> None:
    send = partial(write, settings=settings, text="x\x00", idempotency_key="k")
    given = await race(pool, [send] * 6)
    assert len({found.ticket_id for found in given if isinstance(found, Submitted)}) == 1
    assert all(found == given[0] for found in given)
    async with transaction(pool) as conn:
        assert len(await list_tickets(conn)) == 1


async def test_a_key_with_another_message_is_refused_and_another_customers_key_is_theirs(
    pool: Pool, settings: Settings
) -> None:
    await in_transaction(pool, partial(write, settings=settings, idempotency_key="k"))
    with pytest.raises(KeyReused):
        await in_transaction(
            pool, partial(write, settings=settings, text="Something else", idempotency_key="k")
        )
    ben = await in_transaction(pool, partial(write, settings=settings, sender=BEN, idempotency_key="k"))
    async with transaction(pool) as conn:
        assert (await get_ticket(conn, ben.ticket_id)).customer == BEN


async def test_a_key_whose_message_was_refused_is_free(pool: Pool, settings: Settings) -> None:
    with pytest.raises(NotFound):
        await in_transaction(pool, partial(write, settings=settings, ticket_id=7, idempotency_key="k"))
    assert (
        await in_transaction(pool, partial(write, settings=settings, idempotency_key="k"))
    ).run_id is not None


# at once


async def test_first_messages_of_one_customer_at_once_are_one_customer(
    pool: Pool, settings: Settings
) -> None:
    given = await race(pool, [partial(write, settings=settings)] * 6)
    async with transaction(pool) as conn:
        tickets = await list_tickets(conn)
    assert len({found.ticket_id for found in given if isinstance(found, Submitted)}) == len(tickets) == 6
    assert len({ticket.customer_id for ticket in tickets}) == 1


async def test_messages_on_one_ticket_at_once_are_answered_by_one_run(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
    sends = [partial(write, settings=settings, text=f"{n}", ticket_id=run.ticket_id) for n in range(8)]
    given = await race(pool, sends)
    (behind,) = {found.run_id for found in given if isinstance(found, Submitted)}
    async with transaction(pool) as conn:
        assert len(await messages_of_run(conn, behind or 0)) == 8
        numbers = [event.number for event in await since(conn, subject_key(run.ticket_id or 0), 0)]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_message_that_meets_a_run_that_hands_its_ticket_over_waits_for_it_and_starts_none(
    pool: Pool, settings: Settings
) -> None:
    """Both take the same locks; in another order they would wait for each other until PostgreSQL killed one."""
    async with transaction(pool) as conn:
        run = await running(conn, settings)
    assert run.ticket_id is not None
    async with transaction(pool) as worker:
        await check_fence(worker, run.lane, 1)
        await move(worker, run.id, "done", fence=1)
        await append(worker, subject_key(run.ticket_id), RunParked(), key="x")
        message = asyncio.create_task(
            in_transaction(pool, partial(write, settings=settings, text="Hello?", ticket_id=run.ticket_id))
        )
        await until_somebody_waits(pool, worker)
        await set_handling(worker, run.ticket_id, "needs_human", "a question", key="y")
    assert (await message).run_id is None


async def test_a_question_and_a_message_at_once_do_not_wait_in_a_circle(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        ticket_id = (await write(conn, settings)).ticket_id
    both = [
        partial(write, settings=settings, text="Hello?", ticket_id=ticket_id),
        partial(question, settings=settings, ticket_id=ticket_id),
    ]
    given = await race(pool, both * 4)
    assert all(isinstance(found, Submitted) for found in given)


# reading


async def test_tickets_are_listed_newest_first_by_handling_and_status_in_pages(
    conn: Connection, settings: Settings
) -> None:
    ids = [(await write(conn, settings)).ticket_id for _ in range(3)]
    await set_handling(conn, ids[0], "needs_human", "x", key="h")
    await set_status(conn, ids[1], "solved", key="s")
    assert [ticket.id for ticket in await list_tickets(conn)] == ids[::-1]
    assert [ticket.id for ticket in await list_tickets(conn, handling="needs_human")] == [ids[0]]
    assert [ticket.id for ticket in await list_tickets(conn, status="solved")] == [ids[1]]
    assert [ticket.id for ticket in await list_tickets(conn, limit=1, before=ids[2])] == [ids[1]]


async def test_messages_are_read_by_lane_and_the_newest_so_many(conn: Connection, settings: Settings) -> None:
    ticket_id = (await write(conn, settings, "1")).ticket_id
    await write(conn, settings, "2", ticket_id=ticket_id)
    await question(conn, settings, ticket_id, "3")
    assert [message.text for message in await messages(conn, ticket_id)] == ["1", "2", "3"]
    assert [message.text for message in await messages(conn, ticket_id, last=2)] == ["2", "3"]
    assert [message.text for message in await messages(conn, ticket_id, lane="customer", last=1)] == ["2"]
    assert [message.text for message in await messages(conn, ticket_id, lane="team")] == ["3"]
