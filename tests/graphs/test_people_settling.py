"""What nobody knows the outcome of is settled by a person: the run goes on, and nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Claim, UseToolForCustomer
from deskgraph.effects import Effect, approvals, of_run
from deskgraph.errors import AlreadySettled
from deskgraph.graphs import Letter
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.staff import Finding, Ruling

from .paid_model import PaidModel
from .people import ANSWERED, PASSED, SORTED, asks, handled, said, ticket_of
from .shop import Done, shop


class Lost:
    """A sender whose answer never comes back."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []

    async def send(self, letter: Letter) -> str:
        self.letters.append(letter)
        raise ConnectionError("the line went dead")


@pytest.fixture
def lost() -> Lost:
    return Lost()


@pytest.fixture
async def sending(settings: Settings, paid: PaidModel, lost: Lost) -> AsyncIterator[Desk]:
    name = "openai-chat:scripted"
    chosen = {"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0}
    async with open_desk(settings.model_copy(update=chosen), packs=[shop(Done())], sender=lost) as opened:
        yield opened


async def unknown_call(desk: Desk, paid: PaidModel) -> tuple[Run, Effect]:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-13"}, reasoning="It lights."),
    )
    run = await desk.wait((await asks(desk, "Please light it.")).id, 30)
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    await desk.rule(asked.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    async with transaction(desk.pool) as conn:
        (effect,) = await of_run(conn, run.id)
    assert (run.state, effect.state) == ("parked", "unknown")
    return run, effect


@pytest.mark.parametrize(
    ("found", "state", "status", "text"),
    [
        (Finding(happened=True, result="It burns: slip 7."), "done", "done", "It burns: slip 7."),
        (Finding(happened=True), "done", "done", "It was done."),
        (Finding(happened=False), "refused", "refused", "It did not happen."),
    ],
    ids=["it happened", "it happened, and that is all", "it did not"],
)
async def test_a_run_goes_on_with_what_was_found_out(
    desk: Desk, paid: PaidModel, done: Done, found: Finding, state: str, status: str, text: str
) -> None:
    run, effect = await unknown_call(desk, paid)
    paid.say(Answer(claims=(Claim(text="There you are."),)), PASSED)
    settled = await desk.settle(effect.id, found, by="max")
    assert (settled.state, settled.settled_by) == (state, "max")
    ended = await desk.wait(run.id, 30)
    assert (ended.state, len(done.calls)) == ("done", 1)
    assert f"status={status}" in paid.prompt_of(Answer)
    assert text in paid.prompt_of(Answer)
    assert [message.text for message in await said(desk, run)] == ["There you are."]


async def test_of_people_who_settle_at_once_one_is_heard_and_the_run_goes_on_once(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, effect = await unknown_call(desk, paid)
    paid.say(Answer(claims=(Claim(text="There you are."),)), PASSED)
    given = await asyncio.gather(
        *(desk.settle(effect.id, Finding(happened=number % 2 == 0), by=f"p{number}") for number in range(6)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, AlreadySettled) for each in given) == 5
    assert (await desk.wait(run.id, 30)).state == "done"
    assert (len(done.calls), len(await said(desk, run))) == (1, 1)


async def unknown_answer(desk: Desk, paid: PaidModel) -> tuple[Run, Effect]:
    paid.say(*ANSWERED)
    run = await desk.wait((await asks(desk)).id, 30)
    async with transaction(desk.pool) as conn:
        (effect,) = await of_run(conn, run.id)
    assert (run.state, effect.action, effect.state) == ("parked", "send_reply", "unknown")
    assert await said(desk, run) == []
    return run, effect


async def test_an_answer_that_reached_the_customer_is_put_on_its_ticket(
    sending: Desk, paid: PaidModel, lost: Lost
) -> None:
    run, effect = await unknown_answer(sending, paid)
    await sending.settle(effect.id, Finding(happened=True, result="it is in the log"), by="max")
    assert (await sending.wait(run.id, 30)).outcome == "answered"
    assert [message.text for message in await said(sending, run)] == ["Nine hours."]
    assert (await ticket_of(sending, run)).status == "waiting"
    assert len(lost.letters) == 1


async def test_an_answer_that_did_not_is_not_sent_again_and_a_person_is_needed(
    sending: Desk, paid: PaidModel, lost: Lost
) -> None:
    run, effect = await unknown_answer(sending, paid)
    await sending.settle(effect.id, Finding(happened=False), by="max")
    ended = await sending.wait(run.id, 30)
    assert (ended.state, ended.outcome) == ("done", "stopped")
    assert await said(sending, run) == []
    assert [change["handling"] for change in await handled(sending, run)] == ["needs_human"]
    assert len(lost.letters) == 1


async def test_it_is_settled_after_the_ticket_was_taken_too(sending: Desk, paid: PaidModel) -> None:
    run, effect = await unknown_answer(sending, paid)
    await sending.take(run.ticket_id or 0, by="lea")
    await sending.settle(effect.id, Finding(happened=True, result="it is in the log"), by="lea")
    assert (await sending.wait(run.id, 30)).state == "done"
    assert [message.text for message in await said(sending, run)] == ["Nine hours."]
    assert (await ticket_of(sending, run)).handling == "with_staff"
