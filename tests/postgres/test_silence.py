"""A ticket whose customer has nothing more to say is solved, and after as long again closed."""

import asyncio

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.events import since
from deskgraph.runs import get, move, subject_key, take_lane
from deskgraph.settings import Settings
from deskgraph.tickets import Handling, Message, Role, get_ticket, post, set_handling, set_status
from deskgraph.worker import prune

from .desk import asked, write
from .racing import until_somebody_waits

DAYS = 8  # more than `solved_days`, less than with `closed_days`


async def answered(
    conn: Connection, settings: Settings, *, role: Role = "agent", ticket_id: int | None = None
) -> int:
    """A ticket whose run is done and whose customer was answered."""
    sent = await write(conn, settings, ticket_id=ticket_id)
    if sent.run_id is not None:
        run = await get(conn, sent.run_id)
        fence = await take_lane(conn, run.lane, "w", 60)
        assert fence is not None
        await move(conn, run.id, "running", fence=fence)
        await move(conn, run.id, "done", fence=fence)
    await said(conn, sent.ticket_id, role)
    return sent.ticket_id


async def said(conn: Connection, ticket_id: int, role: Role) -> Message:
    """A last word of the customer's lane, after which the ticket waits."""
    message = await post(
        conn,
        ticket_id=ticket_id,
        lane="customer",
        kind="reply",
        author_role=role,
        author=role,
        text="It is on its way.",
    )
    await set_status(conn, ticket_id, "waiting", key=f"message:{message.id}:waiting")
    return message


async def silent_for(pool: Pool, days: float) -> None:
    async with transaction(pool) as conn:
        await conn.execute("update message set created_at = now() - make_interval(days => %s)", (days,))


async def status_after(pool: Pool, settings: Settings, ticket_id: int, *, days: float = DAYS) -> str:
    """What a pass makes of a ticket that was silent for so long."""
    await silent_for(pool, days)
    await prune(pool, settings)
    async with transaction(pool) as conn:
        return (await get_ticket(conn, ticket_id)).status


async def statuses(pool: Pool, ticket_id: int) -> list[str]:
    """All statuses that were announced."""
    async with transaction(pool) as conn:
        events = await since(conn, subject_key(ticket_id), 0)
    return [event.payload["status"] for event in events if event.type == "status.changed"]


async def test_silence_solves_a_ticket_and_as_long_again_closes_it(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
    assert await status_after(pool, settings, ticket, days=6) == "waiting"
    assert await status_after(pool, settings, ticket, days=8) == "solved"
    assert await status_after(pool, settings, ticket, days=13) == "solved"
    assert await status_after(pool, settings, ticket, days=15) == "closed"
    assert await status_after(pool, settings, ticket, days=99) == "closed"
    assert await statuses(pool, ticket) == ["waiting", "solved", "closed"]


async def test_one_pass_takes_one_step(pool: Pool, settings: Settings) -> None:
    """A desk that was off for a month does not close what nobody ever saw solved."""
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
    assert await status_after(pool, settings, ticket, days=99) == "solved"
    assert await status_after(pool, settings, ticket, days=99) == "closed"


async def test_a_message_reopens_it_and_silence_solves_it_again(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
    assert await status_after(pool, settings, ticket) == "solved"
    async with transaction(pool) as conn:
        assert await answered(conn, settings, ticket_id=ticket) == ticket
    assert await status_after(pool, settings, ticket) == "solved"
    assert await statuses(pool, ticket) == ["waiting", "solved", "open", "waiting", "solved"]


async def test_what_is_said_to_the_team_is_silence_to_the_customer(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
    await silent_for(pool, DAYS)
    async with transaction(pool) as conn:
        await post(
            conn,
            ticket_id=ticket,
            lane="team",
            kind="note",
            author_role="staff",
            author="lea",
            text="Fine.",
        )
    await prune(pool, settings)
    assert (await statuses(pool, ticket))[-1] == "solved"


@pytest.mark.parametrize("state", ["queued", "running", "parked", "interrupted"])
async def test_a_ticket_with_a_run_that_is_not_finished_stays(
    pool: Pool, settings: Settings, state: str
) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
        sent = await write(conn, settings, ticket_id=ticket)
        run = await get(conn, sent.run_id or 0)
        if state == "parked":
            await move(conn, run.id, "running", fence=2)
            await asked(conn, run)
        await conn.execute("update run set state = %s where id = %s", (state, run.id))
        await said(conn, ticket, "agent")
    assert await status_after(pool, settings, ticket) == "waiting"


async def test_a_ticket_with_an_effect_of_unknown_outcome_stays(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
        await conn.execute(
            "insert into effect (ticket_id, key, action, state, fence) values (%s, 'k', 'refund', 'unknown', 1)",
            (ticket,),
        )
    assert await status_after(pool, settings, ticket) == "waiting"


@pytest.mark.parametrize(
    ("handling", "last", "then"),
    [
        ("agent", "agent", "solved"),
        ("agent", "staff", "solved"),
        ("agent", "customer", "waiting"),
        ("needs_human", "agent", "waiting"),
        ("needs_human", "staff", "waiting"),
        ("with_staff", "staff", "solved"),
        ("with_staff", "agent", "waiting"),
    ],
)
async def test_who_owes_the_next_word_decides(
    pool: Pool, settings: Settings, handling: Handling, last: Role, then: str
) -> None:
    """A customer who waits for the team is not solved by the team's silence."""
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings, role=last)
        await set_handling(conn, ticket, handling, "why", key="handling")
    assert await status_after(pool, settings, ticket) == then


async def test_a_message_that_comes_at_the_same_moment_wins(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        ticket = await answered(conn, settings)
    await silent_for(pool, DAYS)
    async with transaction(pool) as conn:
        await write(conn, settings, "One more thing.", ticket_id=ticket)
        passing = asyncio.create_task(prune(pool, settings))
        await until_somebody_waits(pool, conn)
    pruned = await passing
    assert pruned is not None
    assert pruned.counts["tickets_solved"] == 0
    assert (await statuses(pool, ticket))[-1] == "open"
