"""Cancelling is for good: wherever the run stands, nothing of it is written any more, and its lane is free."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Classification, Decision, PassDraft, UseToolForCustomer
from deskgraph.effects import approvals, of_run
from deskgraph.errors import AlreadyRuled, RunOver
from deskgraph.settings import Settings
from deskgraph.staff import Finding, Ruling

from .paid_model import PaidModel
from .people import ANSWERED, SORTED, asks, handled, run_of, said, ticket_of, while_asked
from .shop import Done, shop

# Everything that a run may leave.
LEFT = """
select (select count(*) from message) as messages, (select count(*) from event) as events,
       (select count(*) from step) as steps, (select count(*) from effect) as effects,
       (select count(*) from checkpoints.checkpoints) as checkpoints,
       (select count(*) from checkpoints.checkpoint_writes) as writes
"""


@pytest.fixture
async def patient(settings: Settings, paid: PaidModel, done: Done) -> AsyncIterator[Desk]:
    """A desk that waits for its tools as long as they take."""
    name = "openai-chat:scripted"
    chosen = {
        **{"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0},
        **{"tool_timeout": 60, "heartbeat_seconds": 0.2},
    }
    async with open_desk(settings.model_copy(update=chosen), packs=[shop(done)]) as opened:
        yield opened


async def left(desk: Desk) -> dict[str, object]:
    async with transaction(desk.pool) as conn:
        row = await (await conn.execute(LEFT.encode())).fetchone()
    assert row is not None
    return dict(row)


@pytest.mark.parametrize("moment", [Classification, Answer, PassDraft], ids=["sort", "write", "review"])
async def test_a_run_that_is_cancelled_while_its_model_thinks_leaves_nothing_more(
    patient: Desk, paid: PaidModel, moment: type[Decision]
) -> None:
    paid.say(*ANSWERED)
    run = await asks(patient)
    async with while_asked(patient, paid, run, moment):
        await patient.cancel(run.id, by="lea")
        before = await left(patient)
    ended = await run_of(patient, run.id)
    assert (ended.state, ended.reason) == ("cancelled", "Cancelled by lea.")
    assert await left(patient) == before
    assert await said(patient, run) == []
    assert [change["handling"] for change in await handled(patient, run)] == ["needs_human"]


async def parked_call(desk: Desk, paid: PaidModel, lamp: str) -> tuple[int, int]:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": lamp}, reasoning="It lights."),
    )
    run = await desk.wait((await asks(desk, "Please light it.")).id, 30)
    assert run.state == "parked"
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    return run.id, asked.id


async def test_a_call_that_is_under_way_is_of_unknown_outcome_and_may_be_settled(
    patient: Desk, paid: PaidModel, done: Done
) -> None:
    number, approval = await parked_call(patient, paid, "L-99")
    await patient.rule(approval, Ruling(approve=True), by="lea")
    async with asyncio.TaskGroup() as group:
        group.create_task(patient.wait(number, 30))
        while not done.calls:  # noqa: ASYNC110  # the tool sets no event
            await asyncio.sleep(0.02)
        await patient.cancel(number, by="lea")
        before = await left(patient)
    run = await run_of(patient, number)
    assert run.state == "cancelled"
    assert "Nobody knows whether light_lamp happened." in run.reason
    async with transaction(patient.pool) as conn:
        (effect,) = await of_run(conn, number)
    assert (effect.state, len(done.calls)) == ("unknown", 1)
    assert await left(patient) == before
    ticket = await ticket_of(patient, run)
    assert ticket.handling == "needs_human"
    assert "Nobody knows whether light_lamp happened." in ticket.handling_reason
    await patient.settle(effect.id, Finding(happened=True, result="It burns."), by="max")
    assert (await run_of(patient, number)).state == "cancelled"


async def test_what_a_cancelled_run_asked_cannot_be_ruled_on(
    patient: Desk, paid: PaidModel, done: Done
) -> None:
    number, approval = await parked_call(patient, paid, "L-7")
    await patient.cancel(number, by="lea")
    with pytest.raises(AlreadyRuled, match="void"):
        await patient.rule(approval, Ruling(approve=True), by="max")
    assert (await patient.wait(number, 30)).state == "cancelled"
    assert done.calls == []


async def test_a_ruling_and_a_cancelling_at_once_do_the_call_or_leave_it(
    patient: Desk, paid: PaidModel, done: Done
) -> None:
    for _ in range(5):
        number, approval = await parked_call(patient, paid, "L-7")
        ruled, cancelled = await asyncio.gather(
            patient.rule(approval, Ruling(approve=True), by="max"),
            patient.cancel(number, by="lea"),
            return_exceptions=True,
        )
        assert isinstance(ruled, AlreadyRuled) or not isinstance(ruled, BaseException)
        assert not isinstance(cancelled, BaseException)
        assert (await patient.wait(number, 30)).state == "cancelled"
    assert done.calls == [], "nobody works these lanes before they are cancelled"


async def test_the_message_behind_a_cancelled_run_gives_way_and_both_are_answered_when_it_comes_back(
    patient: Desk, paid: PaidModel
) -> None:
    number, _ = await parked_call(patient, paid, "L-7")
    run = await run_of(patient, number)
    behind = await asks(patient, "Hello?", run.ticket_id)
    await patient.cancel(number, by="lea")
    assert (await patient.wait(behind.id, 30)).state == "cancelled"
    paid.say(*ANSWERED)
    given = await patient.handback(run.ticket_id or 0, "Nothing is to be lit.", by="lea")
    assert given.run_id is not None
    assert (await patient.wait(given.run_id, 30)).outcome == "answered"
    assert "| Please light it.\n| \n| Hello?" in paid.prompt_of(Classification)


async def test_a_run_that_has_ended_is_not_cancelled(patient: Desk, paid: PaidModel) -> None:
    paid.say(*ANSWERED)
    run = await patient.wait((await asks(patient)).id, 30)
    with pytest.raises(RunOver, match="done already"):
        await patient.cancel(run.id, by="lea")
    assert await handled(patient, run) == []
