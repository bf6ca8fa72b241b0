"""Whatever stops the agent hands the ticket to a person once, and says why."""

from collections.abc import Awaitable, Callable

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Claim, EscalateToPerson, UseToolForCustomer
from deskgraph.effects import Approval, approvals
from deskgraph.errors import Expired
from deskgraph.runs import Run
from deskgraph.staff import Ruling

from .paid_model import PaidModel
from .people import KNOWN, NINE, PASSED, SORTED, asks, handled, ticket_of

Stops = Callable[[Desk, PaidModel], Awaitable[Run]]


async def asked_about(desk: Desk, paid: PaidModel) -> tuple[Run, Approval]:
    """A run whose draft waits for a person."""
    paid.say(SORTED, KNOWN, Answer(claims=NINE.claims, ask_approval=True), PASSED)
    run = await desk.wait((await asks(desk)).id, 30)
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    return run, asked


async def overdue(desk: Desk) -> None:
    async with transaction(desk.pool) as conn:
        await conn.execute("update approval set expires_at = now() - interval '1 second'")


async def a_draft_that_the_screen_stops(desk: Desk, paid: PaidModel) -> Run:
    paid.say(SORTED, KNOWN, Answer(claims=(Claim(text="<think>hm</think> Nine hours."),)))
    return await desk.wait((await asks(desk)).id, 30)


async def a_draft_that_is_rejected(desk: Desk, paid: PaidModel) -> Run:
    run, asked = await asked_about(desk, paid)
    await desk.rule(asked.id, Ruling(approve=False, note="Too short."), by="lea")
    return await desk.wait(run.id, 30)


async def a_run_that_fails(desk: Desk, paid: PaidModel) -> Run:
    run = await asks(desk)
    async with transaction(desk.pool) as conn:
        await conn.execute("update run set graph = 'gone' where id = %s", [run.id])
    return await desk.wait(run.id, 30)


async def a_handover(desk: Desk, paid: PaidModel) -> Run:
    paid.say(SORTED, EscalateToPerson(reason="It is odd."))
    return await desk.wait((await asks(desk)).id, 30)


async def a_model_that_talks(desk: Desk, paid: PaidModel) -> Run:
    return await desk.wait((await asks(desk)).id, 30)


async def a_question_that_expires_when_somebody_rules(desk: Desk, paid: PaidModel) -> Run:
    run, asked = await asked_about(desk, paid)
    await overdue(desk)
    with pytest.raises(Expired):
        await desk.rule(asked.id, Ruling(approve=True), by="lea")
    return await desk.wait(run.id, 30)


async def a_question_about_a_call_that_expires(desk: Desk, paid: PaidModel) -> Run:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-7"}, reasoning="It lights."),
    )
    run = await desk.wait((await asks(desk)).id, 30)
    await overdue(desk)
    async with transaction(desk.pool) as conn:
        await approvals.expire_overdue(conn)
    return await desk.wait(run.id, 30)


async def a_run_that_is_cancelled(desk: Desk, paid: PaidModel) -> Run:
    run, _ = await asked_about(desk, paid)
    return await desk.cancel(run.id, by="lea")


@pytest.mark.parametrize(
    ("stops", "reason"),
    [
        (a_draft_that_the_screen_stops, "The draft was stopped: thinking (<think>)."),
        (a_draft_that_is_rejected, "The draft was rejected: Too short."),
        (a_run_that_fails, "no graph 'gone'"),
        (a_handover, "It is odd."),
        (a_model_that_talks, "got no decision"),
        (a_question_that_expires_when_somebody_rules, "in time"),
        (a_question_about_a_call_that_expires, "in time"),
        (a_run_that_is_cancelled, "Cancelled by lea."),
    ],
)
async def test_a_person_is_needed_once_and_told_why(
    desk: Desk, paid: PaidModel, stops: Stops, reason: str
) -> None:
    run = await stops(desk, paid)
    assert run.state in {"done", "failed", "cancelled"}
    (change,) = await handled(desk, run)
    ticket = await ticket_of(desk, run)
    assert (ticket.handling, ticket.handling_reason) == (change["handling"], change["reason"])
    assert ticket.handling == "needs_human"
    assert reason in ticket.handling_reason


async def test_the_first_reason_stands(desk: Desk, paid: PaidModel) -> None:
    first = await a_handover(desk, paid)
    async with transaction(desk.pool) as conn:
        await conn.execute("update run set state = 'parked', finished_at = null where id = %s", [first.id])
    await desk.cancel(first.id, by="lea")
    assert len(await handled(desk, first)) == 1
    assert (await ticket_of(desk, first)).handling_reason == "It is odd."
