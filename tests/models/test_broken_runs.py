"""A run whose models fail: it ends with a person and a reason, or parks its draft, and another model stands in."""

import asyncio

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    Claim,
    Classification,
    Decision,
    PassDraft,
    RewriteDraft,
)
from deskgraph.effects import approvals
from deskgraph.errors import UnknownModel
from deskgraph.runs import Run, steps
from deskgraph.settings import Settings
from deskgraph.tickets import Ticket, get_ticket, messages

from .broken_model import BrokenModel, Fault, call, silence, status
from .conftest import opened
from .test_attempts import LASTING, PASSING

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
DIRECT = AnswerCustomer(reasoning="It is a thank-you.")
THANKS = Answer(claims=(Claim(text="You are welcome.", passages=()),))
PASSED = PassDraft(reasoning="It matches.")
WELL: tuple[Decision, ...] = (SORTED, DIRECT, THANKS, PASSED)


async def write(desk: Desk, sender: str = "ada@example.com", **models: str) -> Run:
    """Send a customer's message and have its run worked until it ends or waits."""
    sent = await desk.submit(sender, "Lamps", "Thank you for the lamp.", models=models)
    assert sent.run_id is not None
    return await desk.wait(sent.run_id, 30)


async def ticket_of(desk: Desk, run: Run) -> Ticket:
    assert run.ticket_id is not None
    async with transaction(desk.pool) as conn:
        return await get_ticket(conn, run.ticket_id)


async def asked_models(desk: Desk, run: Run) -> dict[str, str | None]:
    """By node, the model that decided."""
    async with transaction(desk.pool) as conn:
        return {step.node: step.model for step in await steps(conn, run.id)}


async def said(desk: Desk, run: Run) -> list[str]:
    assert run.ticket_id is not None
    async with transaction(desk.pool) as conn:
        found = await messages(conn, run.ticket_id, lane="customer")
    return [message.text for message in found if message.author_role == "agent"]


async def test_a_run_ends_with_a_person_and_a_reason_whatever_its_provider_does(
    settings: Settings, broken: BrokenModel
) -> None:
    faults: dict[str, Fault] = PASSING | {name: fault for name, (fault, _) in LASTING.items()}
    faults["no headers"] = silence(broken)
    for name, fault in faults.items():
        broken.breaks(name, fault, for_good=True)
    runs: dict[str, int] = {}
    bounds = {"model_timeout": 0.2, "model_attempts": 2}
    async with opened(settings, **bounds) as desk, desk.working(concurrency=8):
        for name in faults:
            chosen = dict.fromkeys(("routing", "writing", "reviewing"), f"openai-chat:{name}")
            sent = await desk.submit(f"{len(runs)}@example.com", "Lamps", "Thank you.", models=chosen)
            assert sent.run_id is not None
            runs[name] = sent.run_id
        for name, number in runs.items():
            run = await desk.wait(number, 60)
            assert (run.state, run.outcome) == ("done", "escalated"), name
            assert f"CustomerDecider got no decision: openai-chat:{name} " in run.reason
            assert (await ticket_of(desk, run)).handling == "needs_human"
    broken.released.set()
    assert await asyncio.to_thread(broken.all_left)


async def test_a_review_that_gives_no_verdict_parks_the_draft_with_the_reason(
    desk: Desk, broken: BrokenModel
) -> None:
    broken.says("first", *WELL[:3])
    broken.breaks("reviewer", status(503), for_good=True)
    run = await write(desk, reviewing="openai-chat:reviewer")
    assert run.state == "parked"
    async with transaction(desk.pool) as conn:
        (approval,) = await approvals.of_run(conn, run.id)
    assert "The review gave no verdict" in approval.question["summary"]
    assert "openai-chat:reviewer answered 503 (Service Unavailable)" in approval.question["summary"]


@pytest.mark.parametrize("thought", [{"content": "<think>fool</think>"}, {"content": "It is fine."}])
async def test_a_review_that_stays_invalid_parks_the_draft_and_is_not_shown(
    desk: Desk, broken: BrokenModel, thought: dict[str, object]
) -> None:
    broken.says("first", *WELL[:3])
    broken.says("reviewer", *(dict(thought) for _ in range(9)))
    run = await write(desk, reviewing="openai-chat:reviewer")
    assert run.state == "parked"
    async with transaction(desk.pool) as conn:
        (approval,) = await approvals.of_run(conn, run.id)
    assert "gave no valid output, and was asked 2 times to mend it" in approval.question["summary"]
    assert "fool" not in str(approval.question)


async def test_a_rewriter_that_gives_nothing_leaves_the_draft_to_a_person(
    desk: Desk, broken: BrokenModel
) -> None:
    broken.says("first", SORTED, DIRECT, RewriteDraft(instructions="Be warmer."))
    broken.says("writer", THANKS, *({"content": "No."} for _ in range(9)))
    run = await write(desk, writing="openai-chat:writer")
    assert run.state == "parked"
    async with transaction(desk.pool) as conn:
        (approval,) = await approvals.of_run(conn, run.id)
    assert approval.text == "You are welcome."
    assert "The draft could not be rewritten" in approval.question["summary"]


async def test_a_thought_in_the_text_reaches_nobody(desk: Desk, broken: BrokenModel) -> None:
    thought = "<think>this one is a fool</think>"
    broken.says("first", SORTED, DIRECT)
    broken.says(
        "first", {"content": thought, "tool_calls": [call("Answer", THANKS.model_dump_json())]}, PASSED
    )
    run = await write(desk)
    assert await said(desk, run) == ["You are welcome."]


async def test_a_fallback_decides_when_the_first_model_is_away(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", status(503), for_good=True)
    broken.says("second", *WELL)
    name = "openai-chat:second"
    fallbacks = {f"{purpose}_fallback_model": name for purpose in ("routing", "writing", "reviewing")}
    async with opened(settings, **fallbacks) as desk:
        run = await write(desk)
        assert (run.state, run.outcome) == ("done", "answered")
        assert await said(desk, run) == ["You are welcome."]
        models = await asked_models(desk, run)
    assert models["support_decide"] == models["support_respond"] == models["delivery_review"] == name
    assert broken.count("first") == 4 * desk.settings.model_attempts


async def test_the_builtin_model_can_be_the_fallback(settings: Settings, broken: BrokenModel) -> None:
    broken.breaks("first", status(500), for_good=True)
    fallbacks = {f"{purpose}_fallback_model": "builtin" for purpose in ("routing", "writing", "reviewing")}
    async with opened(settings, **fallbacks) as desk:
        run = await write(desk)
        models = await asked_models(desk, run)
    assert run.state in ("done", "parked")
    assert models["support_decide"] == "builtin"


async def test_a_purpose_without_a_fallback_has_none(settings: Settings, broken: BrokenModel) -> None:
    broken.breaks("first", status(500), for_good=True)
    async with opened(settings, writing_fallback_model="openai-chat:second") as desk:
        run = await write(desk)
    assert run.outcome == "escalated"
    assert broken.count("second") == 0


async def test_when_both_are_away_the_reason_names_both(settings: Settings, broken: BrokenModel) -> None:
    broken.breaks("first", status(503), for_good=True)
    broken.breaks("second", status(401), for_good=True)
    async with opened(settings, routing_fallback_model="openai-chat:second") as desk:
        run = await write(desk)
    assert "openai-chat:first answered 503" in run.reason
    assert "openai-chat:second answered 401" in run.reason


async def test_output_that_stays_invalid_is_for_a_person_and_not_for_the_fallback(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("first", *({"content": "I would rather talk."} for _ in range(20)))
    async with opened(settings, routing_fallback_model="openai-chat:second") as desk:
        run = await write(desk)
    assert run.outcome == "escalated"
    assert "gave no valid output" in run.reason
    assert broken.count("second") == 0


async def test_a_run_goes_on_with_the_fallback_it_was_made_with(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", status(503), for_good=True)
    broken.says("second", *WELL)
    async with opened(settings, routing_fallback_model="openai-chat:second") as desk:
        sent = await desk.submit("ada@example.com", "Lamps", "Thank you for the lamp.")
        assert sent.run_id is not None
    other = {"routing_fallback_model": None, "writing_model": "openai-chat:third"}
    async with opened(settings, **other) as desk:
        run = await desk.wait(sent.run_id, 30)
        models = await asked_models(desk, run)
    assert models["support_decide"] == "openai-chat:second"
    assert broken.count("third") == 0


async def test_a_fallback_that_cannot_be_made_is_refused_at_the_start(
    settings: Settings, broken: BrokenModel
) -> None:
    async with opened(settings, reviewing_fallback_model="anthropc:claude-sonnet-4-5") as desk:
        with pytest.raises(UnknownModel, match="Did you mean 'anthropic:claude-sonnet-4-5'"):
            await desk.check_models()
