"""Handing a ticket back: what is worked, and by which words."""

import asyncio

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.errors import AgentAnswers, EmptyText
from deskgraph.runs import get, move
from deskgraph.settings import Settings
from deskgraph.staff import cancel, take
from deskgraph.tickets import messages_of_run, set_handling

from .desk import write
from .people import at_work, give_back, queued, said, say, ticket_of, write_more


async def test_a_ticket_that_the_agent_has_is_not_handed_back(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    with pytest.raises(AgentAnswers):
        await give_back(pool, settings, run)
    assert len(await said(pool, run)) == 1


async def test_words_are_needed_to_hand_a_ticket_back(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    await take(pool, run.ticket_id or 0, by="lea")
    with pytest.raises(EmptyText):
        await give_back(pool, settings, run, " ")
    assert (await ticket_of(pool, run)).handling == "with_staff"


async def test_what_nobody_answered_is_worked_by_one_run_that_is_told_the_words(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    await take(pool, run.ticket_id or 0, by="lea")
    await cancel(pool, run.id, by="lea")
    await write_more(pool, settings, run)
    number = await give_back(pool, settings, run, "Tell her nine hours.")
    assert number is not None
    async with transaction(pool) as conn:
        given = await messages_of_run(conn, number)
        again = await get(conn, number)
    assert [(each.text, each.kind) for each in given] == [
        ("Where is my order?", "message"),
        ("Hello?", "message"),
        ("Tell her nine hours.", "note"),
    ]
    assert (again.state, again.actor) == ("queued", "customer:ada@example.com")
    ticket = await ticket_of(pool, run)
    assert (ticket.handling, ticket.handling_reason) == ("agent", "Handed back by lea.")


async def test_with_nothing_to_answer_the_words_wait_for_the_customers_next_message(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    await cancel(pool, run.id, by="lea")
    await say(pool, settings, run)
    assert await give_back(pool, settings, run, "Be generous.") is None
    async with transaction(pool) as conn:
        first = await write(conn, settings, "Thanks! And mine?", ticket_id=run.ticket_id)
        given = await messages_of_run(conn, first.run_id or 0)
    assert [each.text for each in given] == ["Be generous.", "Thanks! And mine?"]


async def test_a_run_that_is_under_way_keeps_its_message_and_the_words_wait(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    await take(pool, run.ticket_id or 0, by="lea")
    assert await give_back(pool, settings, run, "Go on.") == run.id
    async with transaction(pool) as conn:
        assert [each.kind for each in await messages_of_run(conn, run.id)] == ["message"]
        behind = await write(conn, settings, "Hello?", ticket_id=run.ticket_id)
        given = await messages_of_run(conn, behind.run_id or 0)
    assert [each.text for each in given] == ["Go on.", "Hello?"]


async def test_that_a_colleague_will_answer_is_no_answer(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)
    async with transaction(pool) as conn:
        await conn.execute(
            "insert into message (ticket_id, lane, kind, author_role, author, text, run_id)"
            " values (%s, 'customer', 'answer', 'agent', 'deskgraph', 'A colleague will reply.', %s)",
            (run.ticket_id, run.id),
        )
        await move(conn, run.id, "done", fence=1, outcome="escalated")
        await set_handling(conn, run.ticket_id or 0, "needs_human", "It is odd.", key="h")
    number = await give_back(pool, settings, run)
    assert number is not None
    async with transaction(pool) as conn:
        assert [each.kind for each in await messages_of_run(conn, number)] == ["message", "note"]


async def test_of_people_who_hand_a_ticket_back_at_once_one_does(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)
    await cancel(pool, run.id, by="lea")
    given = await asyncio.gather(*(give_back(pool, settings, run) for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(each, AgentAnswers) for each in given) == 5
    async with transaction(pool) as conn:
        row = await (await conn.execute("select count(*) as n from run")).fetchone()
    assert row == {"n": 2}
