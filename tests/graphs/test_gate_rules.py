"""The rules of a tool at its gate: who may approve which arguments, what must still hold, how long and how much."""

import json
from collections.abc import AsyncIterator

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Claim, PassDraft, UseToolForCustomer
from deskgraph.effects import Approval, approvals, claim, of_run, settle
from deskgraph.errors import ApprovalNotAllowed, BadArguments
from deskgraph.graphs.execute import CALL_KEY
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.staff import Ruling
from deskgraph.web import reading

from .paid_model import PaidModel
from .people import SORTED
from .till import Till, pack_of

PASSED = PassDraft(reasoning="It matches.")


@pytest.fixture
def till() -> Till:
    return Till()


@pytest.fixture
async def desk(settings: Settings, paid: PaidModel, till: Till) -> AsyncIterator[Desk]:
    name = "openai-chat:scripted"
    models = {"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0}
    chosen = settings.model_copy(update={**models, "arguments_limit": 100, "support_share": 0.0})
    async with open_desk(chosen, packs=[pack_of(till)]) as opened:
        yield opened


async def parked(desk: Desk, paid: PaidModel, **arguments: object) -> tuple[Run, Approval]:
    """A run that waits for a ruling on a payment, and its approval."""
    call = {"tool": "pay_out", "arguments": arguments, "reasoning": "It pays."}
    paid.say(SORTED, UseToolForCustomer(task="Pay.", reasoning="?"), CallTool.model_validate(call))
    sent = await desk.submit("ada@example.com", "Money", "Please pay me.")
    assert sent.run_id is not None
    run = await desk.wait(sent.run_id, 30)
    assert run.state == "parked"
    return run, await question(desk)


async def question(desk: Desk) -> Approval:
    async with transaction(desk.pool) as conn:
        (found,) = await approvals.list(conn)
    return found


async def goes_on(desk: Desk, paid: PaidModel, run: Run, text: str = "That is what happened.") -> Run:
    """The run after its ruling, whose writer says one sentence."""
    paid.say(Answer(claims=(Claim(text=text),)), PASSED)
    return await desk.wait(run.id, 30)


async def test_the_question_holds_all_that_a_console_draws_the_form_from(desk: Desk, paid: PaidModel) -> None:
    _, approval = await parked(desk, paid, amount="500", colour="red", note=7)
    asked = approval.question
    assert asked["help"] == "Pay money out of the till."
    assert asked["schema"]["properties"]["amount"]["description"] == "In euros."
    assert (asked["dropped"], asked["missing"], list(asked["invalid"])) == (["colour"], [], ["note"])
    assert (asked["request"], asked["summary"]) == ("Please pay me.", "pay_out with amount 500")
    assert (asked["findings"], asked["warnings"]) == ([], [])
    assert (asked["approver"]["role"], asked["approver"]["rule"]) == (
        "lead",
        "staff up to 100 amount, above that lead",
    )


async def test_the_planner_reads_names_types_help_and_what_may_be_left_out(
    desk: Desk, paid: PaidModel
) -> None:
    await parked(desk, paid, amount="50")
    prompt = paid.prompt_of(CallTool)
    assert "name=pay_out" in prompt
    assert "Pay money out of the till." in prompt
    schema = json.loads(prompt.split("arguments: ", 1)[1].splitlines()[0])
    assert (schema["required"], schema["properties"]["note"]["default"]) == (["amount"], "")
    assert schema["properties"]["note"]["type"] == "string"
    assert schema["properties"]["amount"]["description"] == "In euros."


async def test_a_console_gets_the_rule_the_help_and_the_warnings(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    till.shut = True
    _, approval = await parked(desk, paid, amount="500")
    shown = reading.approval_of(approval)
    assert shown.approver == {"role": "lead", "rule": "staff up to 100 amount, above that lead"}
    assert (shown.help, shown.warnings) == ("Pay money out of the till.", ["The till is shut."])


async def test_a_correction_beyond_what_the_role_may_approve_is_refused_and_nothing_is_ruled(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    run, approval = await parked(desk, paid, amount="50")
    assert approval.question["approver"]["role"] == "staff"
    with pytest.raises(ApprovalNotAllowed, match="lead"):
        await desk.rule(
            approval.id, Ruling(approve=True, arguments={"amount": "500"}, role="staff"), by="lea"
        )
    assert (await question(desk)).status == "pending"
    await desk.rule(approval.id, Ruling(approve=True, role="staff"), by="lea")
    await goes_on(desk, paid, run)
    assert till.paid == ["50"]


@pytest.mark.parametrize("role", ["lead", "developer", None])
async def test_a_higher_role_may_and_where_no_role_is_known_nobody_is_refused(
    desk: Desk, paid: PaidModel, till: Till, role: str | None
) -> None:
    run, approval = await parked(desk, paid, amount="50")
    ruling = Ruling(approve=True, arguments={"amount": "500"}, role=role)  # type: ignore[arg-type]  # from a parameter
    await desk.rule(approval.id, ruling, by="max")
    await goes_on(desk, paid, run)
    assert till.paid == ["500"]


async def test_anybody_may_say_no(desk: Desk, paid: PaidModel, till: Till) -> None:
    run, approval = await parked(desk, paid, amount="500")
    await desk.rule(approval.id, Ruling(approve=False, note="No.", role="staff"), by="lea")
    assert (await goes_on(desk, paid, run)).outcome == "rejected"
    assert till.paid == []


async def test_what_speaks_against_a_call_is_shown_to_the_reviewer_and_blocks_nothing(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    till.shut = True
    run, approval = await parked(desk, paid, amount="50")
    assert approval.question["warnings"] == ["The till is shut."]
    till.shut = False
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    await goes_on(desk, paid, run)
    assert (till.paid, till.looks) == (["50"], ["50", "50"])


async def test_a_look_that_breaks_is_told_to_the_reviewer_and_is_a_no_before_the_call(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    till.broken = True
    run, approval = await parked(desk, paid, amount="50")
    assert approval.question["warnings"] == ["pay_out could not be checked (RuntimeError)."]
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    await goes_on(desk, paid, run)
    assert till.paid == []


async def test_a_call_with_arguments_missing_is_not_looked_at_yet(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    _, approval = await parked(desk, paid, note="for a lamp")
    assert (approval.question["missing"], till.looks) == (["amount"], [])
    assert approval.question["approver"]["role"] == "lead"


async def test_what_has_changed_since_the_question_stops_the_corrected_call_and_leaves_no_effect(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    run, approval = await parked(desk, paid, amount="50")
    assert approval.question["warnings"] == []
    till.shut = True
    await desk.rule(approval.id, Ruling(approve=True, arguments={"amount": "60"}), by="lea")
    await goes_on(desk, paid, run)
    assert (till.paid, till.looks) == ([], ["50", "60"])
    assert "status=refused" in paid.prompt_of(Answer)
    assert "The till is shut." in paid.prompt_of(Answer)
    async with transaction(desk.pool) as conn:
        assert [effect.action for effect in await of_run(conn, run.id)] == ["send_reply"]


async def test_a_call_that_was_made_before_is_reported_and_not_looked_at_again(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    """A worker that died after the call: what it did itself would speak against it now."""
    run, approval = await parked(desk, paid, amount="50")
    async with transaction(desk.pool) as conn:
        key = CALL_KEY.format(run=run.id)
        claimed = await claim(
            conn,
            run_id=run.id,
            ticket_id=run.ticket_id,
            key=key,
            action="pay_out",
            arguments=approval.arguments,
        )
        await settle(conn, claimed.effect_id, "done", "50 euros were paid out.")
    till.shut = True
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await goes_on(desk, paid, run)
    assert (run.outcome, till.paid, till.looks) == ("acted", [], ["50"])
    assert "status=done" in paid.prompt_of(Answer)


async def test_a_tool_may_take_as_long_as_it_says_itself(desk: Desk, paid: PaidModel, till: Till) -> None:
    run, approval = await parked(desk, paid, amount="50", note="slow")
    await desk.rule(approval.id, Ruling(approve=True), by="lea")
    run = await desk.wait(run.id, 30)
    assert (run.state, (await question(desk)).kind) == ("parked", "outcome")
    assert till.paid == ["50 slow"]


async def test_arguments_that_are_too_long_are_named_to_the_reviewer_and_to_whoever_corrects(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    run, approval = await parked(desk, paid, amount="50", note="x" * 101)
    assert "too long" in approval.question["invalid"]["note"]
    assert approval.arguments == '{"amount":"50"}'
    with pytest.raises(BadArguments, match="note is too long"):
        await desk.rule(
            approval.id, Ruling(approve=True, arguments={"amount": "50", "note": "y" * 101}), by="lea"
        )
    corrected = Ruling(approve=True, arguments={"amount": "50", "note": "y"})
    await desk.rule(approval.id, corrected, by="lea")
    await goes_on(desk, paid, run)
    assert till.paid == ["50 y"]


async def test_the_writer_is_told_what_ran_and_what_a_colleague_changed(desk: Desk, paid: PaidModel) -> None:
    run, approval = await parked(desk, paid, amount="50", note="for a lamp")
    corrected = Ruling(approve=True, arguments={"amount": "20", "note": "for a lamp"})
    await desk.rule(approval.id, corrected, by="lea")
    await goes_on(desk, paid, run)
    prompt = paid.prompt_of(Answer)
    assert "corrected=yes" in prompt
    assert "amount: 20 (a colleague changed it from: 50)\n| note: for a lamp" in prompt


async def test_what_a_reviewer_cannot_see_in_an_argument_is_pointed_out(
    desk: Desk, paid: PaidModel, till: Till
) -> None:
    _, asked = await parked(desk, paid, note="L-7\u202e31-L\u200b", amount="5")
    found = [(each["kind"], each["where"]) for each in asked.question["findings"]]
    assert ("hidden_text", "arguments") in found
