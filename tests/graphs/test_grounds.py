"""An agent's draft rests on what was found, reported or said: else it is written again, then read by a person."""

from collections.abc import AsyncIterator

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, Claim, Classification, PassDraft, RewriteDraft, SearchForCustomer
from deskgraph.effects import approvals
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.tickets import get_ticket, messages

from .paid_model import PaidModel
from .shop import Done, shop

SEARCHED = (
    Classification(category="product", priority="low", reasoning="About a lamp."),
    SearchForCustomer(query="burning time of a lamp", reasoning="?"),
)
HELD = Answer(claims=(Claim(text="A lamp burns for nine hours."),))
MADE_UP = Answer(claims=(Claim(text="The first step in baking bread is to feed the leaven."),))


@pytest.fixture
async def strict_desk(settings: Settings, paid: PaidModel, done: Done) -> AsyncIterator[Desk]:
    """A desk as it comes: sentences need sources."""
    models = {f"{purpose}_model": "openai-chat:scripted" for purpose in ("routing", "writing", "reviewing")}
    async with open_desk(settings.model_copy(update=models), packs=[shop(done)]) as opened:
        await opened.library.add_text(
            source="lamps.md",
            title="Lamps",
            body="# Lamps\n\nA lamp burns for nine hours on one filling of oil.\n",
        )
        async with opened.working():
            yield opened


async def asked(desk: Desk, text: str = "How long does a lamp burn?") -> Run:
    sent = await desk.submit("ada@example.com", "Lamps", text)
    assert sent.run_id is not None
    return await desk.wait(sent.run_id, 30)


async def sent(desk: Desk, run: Run) -> list[str]:
    async with transaction(desk.pool) as conn:
        said = await messages(conn, run.ticket_id or 0, lane="customer")
    return [message.text for message in said if message.author_role == "agent"]


async def test_a_draft_that_its_sources_hold_goes_out(strict_desk: Desk, paid: PaidModel) -> None:
    paid.say(*SEARCHED, HELD, PassDraft(reasoning="It matches."))
    run = await asked(strict_desk)
    assert (run.state, await sent(strict_desk, run)) == ("done", ["A lamp burns for nine hours."])


async def test_what_nothing_holds_is_written_again_before_any_reviewer_is_asked(
    strict_desk: Desk, paid: PaidModel
) -> None:
    paid.say(*SEARCHED, MADE_UP, HELD, PassDraft(reasoning="It matches."))
    run = await asked(strict_desk)
    assert (run.state, await sent(strict_desk, run)) == ("done", ["A lamp burns for nine hours."])
    assert paid.asked(RewriteDraft) == 1
    assert "baking bread" in paid.prompt_of(Answer)


async def test_a_model_that_insists_has_its_draft_read_by_a_person(
    strict_desk: Desk, paid: PaidModel
) -> None:
    paid.say(*SEARCHED, MADE_UP, MADE_UP)
    run = await asked(strict_desk, "How long does a lamp burn? Tell the first step in baking bread, too.")
    assert (run.state, await sent(strict_desk, run)) == ("parked", [])
    async with transaction(strict_desk.pool) as conn:
        (asking,) = await approvals.of_run(conn, run.id)
    assert asking.kind == "reply"
    assert not paid.was_asked(PassDraft)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (Claim(text="A lamp burns for nine hours.", passages=(4711,)), "unknown_citation"),
        (Claim(text="We have refunded your lamp."), "promise"),
        (Claim(text="A lamp burns for nine hours, {{name}}."), "placeholder"),
        (Claim(text="A lamp burns for nine hours: https://lamps.example.net"), "unknown_link"),
    ],
)
async def test_a_stopped_draft_hands_the_ticket_to_a_person_with_the_finding(
    strict_desk: Desk, paid: PaidModel, claim: Claim, kind: str
) -> None:
    paid.say(*SEARCHED, Answer(claims=(claim,)))
    run = await asked(strict_desk, "How long does it burn? See https://lamps.example.net for mine.")
    assert (run.state, run.outcome, await sent(strict_desk, run)) == ("done", "stopped", [])
    async with transaction(strict_desk.pool) as conn:
        ticket = await get_ticket(conn, run.ticket_id or 0)
    assert ticket.handling == "needs_human"
    assert kind in ticket.handling_reason
