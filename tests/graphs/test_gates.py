"""Both gates, each kind of ruling: what was approved is byte for byte what runs or is sent, and only once."""

import asyncio
import json
import threading

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    CallTool,
    CannotAnswer,
    Claim,
    Classification,
    PassDraft,
    SearchForCustomer,
    UseToolForCustomer,
)
from deskgraph.effects import Approval, approvals, of_run
from deskgraph.errors import (
    AlreadyRuled,
    BadArguments,
    NewerMessage,
    NotApproved,
    NotFound,
    NotRulable,
    RunWaits,
    TextStopped,
)
from deskgraph.graphs import Portal
from deskgraph.graphs.send import Clearance, send
from deskgraph.graphs.state import Draft
from deskgraph.runs import Run, get
from deskgraph.staff import Ruling
from deskgraph.tickets import get_ticket, messages
from deskgraph.worker import LaneWorker

from .paid_model import PaidModel
from .shop import Done

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
PASSED = PassDraft(reasoning="It matches.")


async def parked(desk: Desk, paid: PaidModel, **arguments: object) -> tuple[Run, Approval]:
    """A run that waits at the tool gate, and its approval."""
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool.model_validate({"tool": "light_lamp", "arguments": arguments, "reasoning": "It lights."}),
    )
    sent = await desk.submit("ada@example.com", "Lamps", "Please light my lamp.")
    assert sent.run_id is not None
    run = await desk.wait(sent.run_id, 30)
    assert run.state == "parked"
    return run, await question(desk)


async def held_draft(desk: Desk, paid: PaidModel, text: str = "Nine hours.") -> tuple[Run, Approval]:
    """A run whose draft waits for a person, and its approval."""
    answer = Answer(claims=(Claim(text=text),), ask_approval=True)
    paid.say(SORTED, SearchForCustomer(query="burning time of a lamp", reasoning="?"), answer, PASSED)
    sent = await desk.submit("ada@example.com", "Lamps", "How long?")
    assert sent.run_id is not None
    run = await desk.wait(sent.run_id, 30)
    assert run.state == "parked"
    return run, await question(desk)


async def question(desk: Desk) -> Approval:
    async with transaction(desk.pool) as conn:
        (found,) = await approvals.list(conn)
    return found


async def answered(desk: Desk, run: Run) -> list[str]:
    assert run.ticket_id is not None
    async with transaction(desk.pool) as conn:
        return [
            m.text for m in await messages(conn, run.ticket_id, lane="customer") if m.author_role == "agent"
        ]


async def test_an_approved_call_runs_once_with_the_arguments_that_were_shown(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7", hours=3)
    assert done.calls == []
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert [call for _, call in done.calls] == ["L-7 3"]
    assert (run.state, run.outcome) == ("done", "acted")
    assert await answered(desk, run) == ["It burns."]
    assert "status=done" in paid.prompt_of(Answer)


async def test_the_tool_gets_an_idempotency_key_that_is_the_ledgers(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7")
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    await desk.wait(run.id, 30)
    async with transaction(desk.pool) as conn:
        (effect,) = [effect for effect in await of_run(conn, run.id) if effect.action == "light_lamp"]
    assert [key for key, _ in done.calls] == [effect.key]
    assert (effect.state, json.loads(effect.arguments)) == ("done", {"hours": 1, "lamp": "L-7"})


async def test_a_correction_changes_the_arguments_and_the_answer_knows_it(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7", hours=3)
    paid.say(Answer(claims=(Claim(text="It burns for two."),)), PASSED)
    correction = Ruling(
        approve=True, arguments={"lamp": "L-7", "hours": 2}, note="She always asks for too much."
    )
    await desk.rule(approval.id, correction, by="lea")
    await desk.wait(run.id, 30)
    assert [call for _, call in done.calls] == ["L-7 2"]
    assert "corrected=yes" in paid.prompt_of(Answer)
    assert "too much" not in paid.prompt_of(Answer), "the note of an approval is for the record only"


async def test_a_correction_that_the_tool_does_not_take_is_refused_and_nothing_is_ruled(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    _, approval = await parked(desk, paid, lamp="L-7")
    with pytest.raises(BadArguments, match="hours"):
        await desk.rule(
            approval.id, Ruling(approve=True, arguments={"lamp": "L-7", "hours": "soon"}), by="lea"
        )
    assert (await question(desk)).status == "pending"


async def test_a_missing_argument_blocks_the_call_until_the_person_supplies_it(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, hours=3)
    assert approval.question["missing"] == ["lamp"]
    with pytest.raises(BadArguments, match="lamp"):
        await desk.rule(approval.id, Ruling(approve=True), by="lea")
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=True, arguments={"lamp": "L-8", "hours": 3}), by="lea")
    await desk.wait(run.id, 30)
    assert [call for _, call in done.calls] == ["L-8 3"]


async def test_a_rejected_call_never_runs_and_the_customer_hears_so(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7")
    paid.say(Answer(claims=(Claim(text="We could not light it."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=False, note="The lamp is broken."), by="lea")
    run = await desk.wait(run.id, 30)
    assert done.calls == []
    assert run.outcome == "rejected"
    assert "status=rejected" in paid.prompt_of(Answer)
    assert "The lamp is broken." in paid.prompt_of(Answer)


async def test_a_second_ruling_is_refused_and_says_who_ruled(desk: Desk, paid: PaidModel, done: Done) -> None:
    _, approval = await parked(desk, paid, lamp="L-7")
    await desk.rule(approval.id, Ruling(approve=False, note="No."), by="lea")
    with pytest.raises(AlreadyRuled, match="lea"):
        await desk.rule(approval.id, Ruling(approve=True), by="max")
    assert done.calls == []


async def test_a_ruling_on_an_approval_that_does_not_exist_is_refused(desk: Desk) -> None:
    with pytest.raises(NotFound):
        await desk.rule(987654321, Ruling(approve=True), by="lea")


async def test_a_tool_that_refuses_did_nothing_and_is_told_as_refused(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7", hours=48)
    paid.say(Answer(claims=(Claim(text="Not so long."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    await desk.wait(run.id, 30)
    assert "status=refused" in paid.prompt_of(Answer)
    assert done.calls == []
    async with transaction(desk.pool) as conn:
        assert [effect.action for effect in await of_run(conn, run.id)] == ["send_reply"]


@pytest.mark.parametrize("lamp", ["L-13", "L-99"], ids=["it breaks after it began", "it takes too long"])
async def test_a_call_whose_outcome_nobody_knows_waits_for_a_person_and_is_not_tried_again(
    desk: Desk, paid: PaidModel, done: Done, lamp: str
) -> None:
    run, approval = await parked(desk, paid, lamp=lamp)
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert run.state == "parked"
    asked = await question(desk)
    assert asked.kind == "outcome"
    with pytest.raises(NotRulable, match="settle"):
        await desk.rule(asked.id, Ruling(approve=True), by="lea")
    with pytest.raises(RunWaits):
        await desk.resume(run.id)
    assert len(done.calls) == 1


async def test_an_approved_draft_is_sent_as_it_was_shown(desk: Desk, paid: PaidModel) -> None:
    run, approval = await held_draft(desk, paid)
    assert await answered(desk, run) == []
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert await answered(desk, run) == ["Nine hours."]
    assert run.outcome == "answered"


async def test_a_replaced_text_is_sent_byte_for_byte(desk: Desk, paid: PaidModel) -> None:
    run, approval = await held_draft(desk, paid)
    text = "Nine hours,  äh…\n\n– as a rule."
    await desk.rule(approval.id, Ruling(approve=True, text=text), by="lea")
    run = await desk.wait(run.id, 30)
    assert await answered(desk, run) == [text]
    async with transaction(desk.pool) as conn:
        (sent,) = [m for m in await messages(conn, run.ticket_id or 0) if m.author_role == "agent"]
    assert sent.model is None


async def test_a_persons_text_passes_the_same_screen(desk: Desk, paid: PaidModel) -> None:
    _, approval = await held_draft(desk, paid)
    with pytest.raises(TextStopped):
        await desk.rule(approval.id, Ruling(approve=True, text="<think>hm</think> Nine."), by="lea")
    assert (await question(desk)).status == "pending"


async def test_a_rejected_draft_is_kept_and_the_ticket_goes_to_a_person(desk: Desk, paid: PaidModel) -> None:
    run, approval = await held_draft(desk, paid)
    await desk.rule(approval.id, Ruling(approve=False, note="Too short."), by="lea")
    run = await desk.wait(run.id, 30)
    assert run.outcome == "rejected"
    assert run.final is not None
    assert run.final["draft"]["text"] == "Nine hours."
    assert await answered(desk, run) == []
    assert run.ticket_id is not None
    async with transaction(desk.pool) as conn:
        ticket = await get_ticket(conn, run.ticket_id)
    assert ticket.handling == "needs_human"
    assert "Too short." in ticket.handling_reason


async def test_a_call_and_its_answer_can_both_wait_one_after_the_other(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7")
    paid.say(Answer(claims=(Claim(text="It burns."),), ask_approval=True), PASSED)
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    assert (await desk.wait(run.id, 30)).state == "parked"
    second = await question(desk)
    assert (second.kind, second.id != approval.id) == ("reply", True)
    await desk.rule(second.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert (run.state, run.outcome, len(done.calls)) == ("done", "acted", 1)


async def test_a_message_that_came_while_a_run_waits_is_answered_by_the_next_run(
    desk: Desk, paid: PaidModel
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7")
    sent = [
        await desk.submit("ada@example.com", "", text, ticket_id=run.ticket_id) for text in ("And?", "Hello?")
    ]
    assert {message.run_id for message in sent} == {sent[0].run_id}
    assert sent[0].run_id != run.id
    paid.say(Answer(claims=(Claim(text="No."),)), PASSED)
    async with transaction(desk.pool) as conn:
        (waiting,) = await approvals.list(conn)
    await desk.rule(approval.id, Ruling(approve=False, note="No.", seen=waiting.seen), by="lea")
    paid.say(SORTED, CannotAnswer(reason="?"))
    assert sent[0].run_id is not None
    await desk.wait(sent[0].run_id, 30)
    async with transaction(desk.pool) as conn:
        assert (await get(conn, run.id)).state == "done"
    assert "And?\n\nHello?".replace("\n\n", "\n| \n| ") in paid.prompt_of(Classification)


async def test_a_message_written_while_the_agent_was_thinking_is_newer_than_its_question(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    thinking = threading.Event()
    paid.hold(CallTool, thinking)
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-7"}, reasoning="It lights."),
    )
    sent = await desk.submit("ada@example.com", "Lamps", "Please light my lamp.")
    assert sent.run_id is not None
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(desk.wait(sent.run_id, 30))
        while not paid.was_asked(CallTool):  # noqa: ASYNC110  # the model's thread sets no event of this loop
            await asyncio.sleep(0.02)
        await desk.submit("ada@example.com", "", "No, please do not!", ticket_id=sent.ticket_id)
        thinking.set()
    assert waiting.result().state == "parked"
    asked = await question(desk)
    assert asked.newer_messages == 1
    with pytest.raises(NewerMessage):
        await desk.rule(asked.id, Ruling(approve=True), by="lea")
    assert done.calls == []


async def test_a_message_that_waits_for_the_next_run_is_newer_whenever_this_one_is_read(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    sent = await desk.submit("ada@example.com", "Lamps", "Please light my lamp.")
    assert sent.run_id is not None
    async with transaction(desk.pool) as conn:
        # Its worker died before it had read a word; while nobody works the customer writes again.
        await conn.execute("update run set state = 'running'")
    behind = await desk.submit("ada@example.com", "", "No, please do not!", ticket_id=sent.ticket_id)
    assert behind.run_id != sent.run_id
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-7"}, reasoning="It lights."),
    )
    assert (await desk.wait(sent.run_id, 30)).state == "parked"
    asked = await question(desk)
    assert asked.newer_messages == 1
    with pytest.raises(NewerMessage):
        await desk.rule(asked.id, Ruling(approve=True), by="lea")
    assert done.calls == []


@pytest.mark.parametrize(
    ("clearance", "why"),
    [
        (Clearance(text="", held=False, approval=None), "no review and no person"),
        (Clearance(text="Nine hours.", held=True, approval=None), "without their word"),
        (Clearance(text="Nine hours.", held=True, approval=987654321), "no approval"),
    ],
    ids=["nobody looked at it", "it was held", "its approval does not exist"],
)
async def test_the_door_itself_refuses_a_draft_that_was_not_cleared(
    desk: Desk, paid: PaidModel, clearance: Clearance, why: str
) -> None:
    run, _ = await held_draft(desk, paid)
    context = await LaneWorker(desk.workshop, "a test")._context(run, run.fence)
    with pytest.raises(NotApproved, match=why):
        await send(context, Portal(), Draft(text="Nine hours."), clearance)
    assert await answered(desk, run) == []


async def test_a_run_that_waited_behind_a_handover_gives_way_to_the_person(
    desk: Desk, paid: PaidModel
) -> None:
    run, approval = await held_draft(desk, paid)
    behind = await desk.submit("ada@example.com", "", "Hello?", ticket_id=run.ticket_id)
    assert behind.run_id is not None
    assert (await desk.wait(behind.run_id, 30)).state == "queued", "the one before it waits for a person"
    seen = (await question(desk)).seen
    await desk.rule(approval.id, Ruling(approve=False, note="I will write myself.", seen=seen), by="lea")
    given_way = await desk.wait(behind.run_id, 30)
    assert (given_way.state, given_way.reason) == ("cancelled", "A person answers this ticket.")
    assert await answered(desk, run) == []


async def test_a_call_that_was_made_is_told_to_the_person_when_no_answer_can_be_written(
    desk: Desk, paid: PaidModel, done: Done
) -> None:
    run, approval = await parked(desk, paid, lamp="L-7")
    paid.say(CannotAnswer(reason="I have no words."))
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert run.outcome == "escalated"
    assert run.reason == "I have no words. Done already: light_lamp (Lamp L-7 burns for 1 hours.)"
    assert len(done.calls) == 1
