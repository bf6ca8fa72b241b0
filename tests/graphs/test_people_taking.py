"""A person takes the ticket while the agent works: nothing that it wrote leaves, wherever its run stands."""

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    CallTool,
    Claim,
    Classification,
    Decision,
    EscalateToPerson,
    PassDraft,
    UseToolForCustomer,
)
from deskgraph.effects import approvals, of_run
from deskgraph.errors import AlreadyRuled, PersonAnswers
from deskgraph.staff import Ruling
from deskgraph.staff.holding import hold_ticket
from deskgraph.staff.take import take_held
from deskgraph.worker import LaneWorker
from deskgraph.worker.finish import finish, give_way
from tests.postgres.racing import until_somebody_waits

from .paid_model import PaidModel
from .people import (
    ANSWERED,
    KNOWN,
    NINE,
    PASSED,
    SORTED,
    asks,
    handled,
    run_of,
    said,
    ticket_of,
    while_asked,
)
from .shop import Done

TAKEN = [{"handling": "with_staff", "reason": "Taken by lea."}]


@pytest.mark.parametrize("moment", [Classification, Answer, PassDraft], ids=["sort", "write", "review"])
async def test_a_run_whose_ticket_is_taken_while_it_thinks_keeps_its_draft_to_itself(
    desk: Desk, paid: PaidModel, moment: type[Decision]
) -> None:
    paid.say(*ANSWERED)
    run = await asks(desk)
    async with while_asked(desk, paid, run, moment):
        await desk.take(run.ticket_id or 0, by="lea")
    ended = await run_of(desk, run.id)
    assert (ended.state, ended.outcome) == ("done", "stopped")
    assert "A person answers this ticket by now: Taken by lea." in ended.reason
    assert ended.final is not None
    assert ended.final["draft"]["text"] == "Nine hours."
    assert await said(desk, run) == []
    assert await handled(desk, run) == TAKEN
    async with transaction(desk.pool) as conn:
        assert await of_run(conn, run.id) == []


async def test_a_ticket_that_is_taken_between_the_review_and_the_sending(desk: Desk, paid: PaidModel) -> None:
    paid.say(*ANSWERED)
    run = await asks(desk)
    async with while_asked(desk, paid, run, PassDraft) as thinking, transaction(desk.pool) as conn:
        ticket = await hold_ticket(conn, run.ticket_id or 0)
        thinking.set()
        # The review is over, and what the run writes next waits for us.
        await until_somebody_waits(desk.pool, conn)
        await take_held(conn, ticket, "lea")
    assert (await run_of(desk, run.id)).outcome == "stopped"
    assert await said(desk, run) == []
    assert await handled(desk, run) == TAKEN


async def test_a_handover_is_not_told_to_a_customer_whom_a_person_answers(
    desk: Desk, paid: PaidModel
) -> None:
    paid.say(SORTED, EscalateToPerson(reason="It is odd."))
    run = await asks(desk)
    async with while_asked(desk, paid, run, EscalateToPerson):
        await desk.take(run.ticket_id or 0, by="lea")
    assert await said(desk, run) == []
    assert await handled(desk, run) == TAKEN


async def test_a_reply_of_a_person_is_all_that_the_customer_gets(desk: Desk, paid: PaidModel) -> None:
    paid.say(*ANSWERED)
    run = await asks(desk)
    async with while_asked(desk, paid, run, Answer):
        await desk.reply(run.ticket_id or 0, "It burns for nine hours.", by="lea")
    assert await said(desk, run) == []
    assert [message.text for message in await said(desk, run, "staff")] == ["It burns for nine hours."]
    ticket = await ticket_of(desk, run)
    assert (ticket.handling, ticket.status) == ("with_staff", "waiting")


async def test_runs_that_are_queued_give_way(desk: Desk, paid: PaidModel) -> None:
    run = await asks(desk)
    await desk.take(run.ticket_id or 0, by="lea")
    ended = await desk.wait(run.id, 30)
    assert (ended.state, ended.reason) == ("cancelled", "A person answers this ticket.")
    assert paid.requests == []


async def test_a_draft_that_waits_is_taken_back_with_its_run_and_the_one_behind_it_gives_way(
    desk: Desk, paid: PaidModel
) -> None:
    paid.say(SORTED, KNOWN, Answer(claims=NINE.claims, ask_approval=True), PASSED)
    run = await asks(desk)
    assert (await desk.wait(run.id, 30)).state == "parked"
    behind = await asks(desk, "Hello?", run.ticket_id)
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    taken = await desk.take(run.ticket_id or 0, by="lea")
    assert taken.ended == (run.id,)
    with pytest.raises(AlreadyRuled, match="void"):
        await desk.rule(asked.id, Ruling(approve=True, seen=asked.seen), by="max")
    assert (await desk.wait(behind.id, 30)).state == "cancelled"
    assert await said(desk, run) == []
    assert await handled(desk, run) == TAKEN


async def test_a_draft_that_is_finished_after_it_waits_and_is_not_let_go_until_it_is_handed_back(
    desk: Desk, paid: PaidModel
) -> None:
    paid.say(SORTED, KNOWN, Answer(claims=NINE.claims, ask_approval=True), PASSED)
    run = await asks(desk)
    async with while_asked(desk, paid, run, Answer):
        await desk.take(run.ticket_id or 0, by="lea")
    assert (await run_of(desk, run.id)).state == "parked"
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    with pytest.raises(PersonAnswers):
        await desk.rule(asked.id, Ruling(approve=True), by="max")
    given = await desk.handback(run.ticket_id or 0, "Yours after all.", by="lea")
    assert given.run_id == run.id
    await desk.rule(asked.id, Ruling(approve=True), by="max")
    assert (await desk.wait(run.id, 30)).outcome == "answered"
    assert [message.text for message in await said(desk, run)] == ["Nine hours."]


async def test_whoever_took_the_ticket_may_still_let_the_call_run_and_writes_the_answer_themselves(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-7"}, reasoning="It lights."),
    )
    run = await asks(desk, "Please light it.")
    await desk.wait(run.id, 30)
    await desk.take(run.ticket_id or 0, by="lea")
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    await desk.rule(asked.id, Ruling(approve=True), by="lea")
    ended = await desk.wait(run.id, 30)
    assert [call for _, call in done.calls] == ["L-7 1"]
    assert (ended.state, ended.outcome) == ("done", "stopped")
    assert await said(desk, run) == []
    async with transaction(desk.pool) as conn:
        assert [(each.action, each.state) for each in await of_run(conn, run.id)] == [("light_lamp", "done")]


async def test_what_was_not_sent_is_worked_again_when_the_ticket_comes_back_before_its_run_has_ended(
    desk: Desk, paid: PaidModel
) -> None:
    run = await asks(desk)
    worker = LaneWorker(desk.workshop, "a test")
    async with transaction(desk.pool) as conn:
        await conn.execute("update run set state = 'running' where id = %s", [run.id])
    refused = await worker._context(run, 0)
    await desk.take(run.ticket_id or 0, by="lea")
    assert (await desk.handback(run.ticket_id or 0, "Nine hours.", by="lea")).run_id == run.id
    await finish(refused, {"outcome": "stopped", "reason": "A person answers this ticket by now."})
    assert (await run_of(desk, run.id)).outcome == "stopped"
    paid.say(*ANSWERED)
    async with transaction(desk.pool) as conn:
        row = await (await conn.execute("select max(id) as id from run")).fetchone()
    assert row is not None
    assert (await desk.wait(row["id"], 30)).outcome == "answered"
    assert "Nine hours." in paid.prompt_of(Classification)


async def test_a_run_that_was_about_to_give_way_stays_when_the_ticket_has_come_back(
    desk: Desk, paid: PaidModel
) -> None:
    run = await asks(desk)
    await desk.take(run.ticket_id or 0, by="lea")
    stale = await LaneWorker(desk.workshop, "a test")._context(run, 0)
    assert (await desk.handback(run.ticket_id or 0, "Yours.", by="lea")).run_id == run.id
    await give_way(stale)
    paid.say(*ANSWERED)
    assert (await desk.wait(run.id, 30)).outcome == "answered"
