"""The subgraph `delivery`: screen a draft, have it reviewed, let a person read it when it must wait, send it once.

It is the only way out to a customer for what an agent wrote.
"""

from typing import Literal, assert_never

from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import Answerer, DraftInReview, Material, Reviewer, RunContext
from deskgraph.decisions import Answer, CannotAnswer, PassDraft, RewriteDraft, ShowToPerson
from deskgraph.effects import Unknown, canonical, done_on_ticket
from deskgraph.errors import ModelFailed, PersonAnswers
from deskgraph.graphs.base import BaseGraph
from deskgraph.graphs.drafting import cited, draft_of, grounds_of, material_of, unheld
from deskgraph.graphs.node import node
from deskgraph.graphs.ruling import Question, put_to_person
from deskgraph.graphs.send import Clearance, note_as_sent, send
from deskgraph.graphs.sender import SEND, Refused, Sender, Sent
from deskgraph.graphs.state import DeliveryState, Draft, asked
from deskgraph.guardrails import Finding, screen_citations, screen_output

# Findings that a reason names; the first tell enough.
_SHOWN = 5
_NOT_HELD = "Nothing that was found, reported or said holds this: {}. Leave it out, or say it in the words of a source."


class DeliveryGraph(BaseGraph):
    """A draft on its way to the customer."""

    name = "delivery"
    state = DeliveryState
    entry = "delivery_screen"

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    @node(reads="request passages report draft", writes="outcome reason needs_person")
    async def delivery_screen(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery_review", "delivery_send", "__end__"]]:
        """Stop what must not leave. A stopped draft is kept for a person and asks nobody for approval."""
        draft = _drafted(state)
        if stopped := await _stopped(state, draft, runtime.context):
            shown = ", ".join(f"{finding.kind} ({finding.excerpt})" for finding in stopped[:_SHOWN])
            reason = f"The draft was stopped: {shown}."
            return Command(
                goto="__end__", update={"outcome": "stopped", "reason": reason, "needs_person": reason}
            )
        return Command(goto="delivery_send" if draft.fixed else "delivery_review")

    @node(
        reads="request passages report findings draft review_notes rewrites",
        writes="hold cleared review_notes",
    )
    async def delivery_review(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery_rewrite", "delivery_gate", "delivery_send"]]:
        """Compare the draft with its material: first its words with its sources, which no text can talk round, then by
        the reviewer. An unreadable review is not a pass: a person reads the draft."""
        draft = _drafted(state)
        if loose := unheld(state, draft, runtime.context):
            return _ask_for_change(
                state, runtime.context, _NOT_HELD.format(" ".join(f'"{each}"' for each in loose))
            )
        try:
            decided = await runtime.context.decide(Reviewer, DraftInReview(material_of(state), draft.claims))
        except ModelFailed as error:
            return Command(
                goto="delivery_gate", update={"hold": f"The review gave no verdict: {error.message}"}
            )
        match decided.decision:
            case PassDraft():
                if hold := _reason_to_wait(state, draft):
                    return Command(goto="delivery_gate", update={"hold": hold})
                return Command(goto="delivery_send", update={"hold": "", "cleared": draft.text})
            case RewriteDraft(instructions=note):
                return _ask_for_change(state, runtime.context, note)
            case ShowToPerson(reason=reason):
                return Command(
                    goto="delivery_gate", update={"hold": f"The review asks for a person: {reason}"}
                )
            case _:
                assert_never(decided.decision)

    @node(reads="request passages report draft review_notes rewrites", writes="draft rewrites hold")
    async def delivery_rewrite(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery_screen", "delivery_gate"]]:
        """Write the draft again with the review's notes. A writer that cannot leaves the draft to a person."""
        material, draft = material_of(state), _drafted(state)
        material = Material(
            material.request, material.passages, material.report, draft.text, state.review_notes
        )
        try:
            decided = await runtime.context.decide(Answerer, material)
        except ModelFailed as error:
            return Command(
                goto="delivery_gate", update={"hold": f"The draft could not be rewritten: {error.message}"}
            )
        match decided.decision:
            case Answer() as answer:
                rewritten = draft_of(answer, state.passages, decided.model)
                return Command(
                    goto="delivery_screen", update={"draft": rewritten, "rewrites": state.rewrites + 1}
                )
            case CannotAnswer(reason=reason):
                return Command(
                    goto="delivery_gate", update={"hold": f"The writer could not mend the draft: {reason}"}
                )
            case _:
                assert_never(decided.decision)

    @node(
        reads="request read_up_to findings draft hold",
        writes="draft cleared approval outcome reason needs_person",
    )
    async def delivery_gate(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery_send", "__end__"]]:
        """Park until a person has read the draft. What they approve is byte for byte what is sent."""
        draft = _drafted(state)
        ruled = put_to_person(_question(state, draft))
        match ruled.verdict:
            case "approve":
                approved = _approved(draft, ruled.text)
                return Command(
                    goto="delivery_send",
                    update={"draft": approved, "cleared": approved.text, "approval": ruled.approval},
                )
            case "reject":
                reason = "The draft was rejected" + (f": {ruled.note}" if ruled.note else ".")
                return Command(
                    goto="__end__", update={"outcome": "rejected", "reason": reason, "needs_person": reason}
                )
            case _:
                assert_never(ruled.verdict)

    @node(
        reads="draft hold cleared approval",
        writes="open_effect outcome reason needs_person",
    )
    async def delivery_send(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery_outcome", "__end__"]]:
        """Send once, if the text is the one that was cleared; `send` looks a second time, at the approval's row."""
        clearance = Clearance(text=state.cleared, held=bool(state.hold), approval=state.approval)
        try:
            delivered = await send(runtime.context, self._sender, _drafted(state), clearance)
        except PersonAnswers as taken:
            return Command(goto="__end__", update={"outcome": "stopped", "reason": str(taken)})
        match delivered:
            case Sent():
                return Command(goto="__end__")
            case Refused(reason=reason):
                return Command(goto="__end__", update=_not_sent(reason))
            case Unknown(effect_id=effect):
                return Command(goto="delivery_outcome", update={"open_effect": effect})
            case _:
                assert_never(delivered)

    @node(reads="draft read_up_to open_effect", writes="open_effect outcome reason needs_person")
    async def delivery_outcome(
        self, state: DeliveryState, runtime: Runtime[RunContext]
    ) -> Command[Literal["__end__"]]:
        """Park until a person has found out whether the reply reached the customer; it is never sent again."""
        draft = _drafted(state)
        ruled = put_to_person(
            Question(
                kind="outcome",
                action=SEND,
                arguments=canonical({"text": draft.text}),
                read_up_to=state.read_up_to,
                effect=state.open_effect,
                about={
                    "summary": "Nobody knows whether this reply reached the customer. Look in what was sent, or ask."
                },
            )
        )
        if ruled.verdict == "approve":
            await note_as_sent(runtime.context, draft)
            return Command(goto="__end__", update={"open_effect": None})
        return Command(
            goto="__end__", update={"open_effect": None, **_not_sent("it did not reach the customer.")}
        )


async def _stopped(state: DeliveryState, draft: Draft, context: RunContext) -> list[Finding]:
    """What the output screen finds. The ledger is asked only when a promise stands in the draft."""
    strange = screen_citations(cited(draft), {passage.id for passage in state.passages})
    found = screen_output(draft.text, grounds_of(state, context))
    if any(finding.kind == "promise" for finding in found):
        async with context.reading() as conn:
            effects = await done_on_ticket(conn, context.ticket.id)
        found = screen_output(draft.text, grounds_of(state, context, effects))
    return [*strange, *found]


def _ask_for_change(
    state: DeliveryState, context: RunContext, note: str
) -> Command[Literal["delivery_rewrite", "delivery_gate", "delivery_send"]]:
    """Another draft while the budget lasts; then a person reads this one."""
    if state.rewrites < context.settings.rewrites:
        return Command(goto="delivery_rewrite", update={"review_notes": (*state.review_notes, note)})
    return Command(goto="delivery_gate", update={"hold": f"The review asks for another change: {note}"})


def _not_sent(why: str) -> dict[str, str]:
    reason = f"The reply was not sent: {why}"
    return {"outcome": "stopped", "reason": reason, "needs_person": reason}


def _drafted(state: DeliveryState) -> Draft:
    if state.draft is None:
        raise ValueError("there is no draft; a draft is written before delivery begins")
    return state.draft


def _approved(draft: Draft, text: str | None) -> Draft:
    """The draft as a person lets it go. No model is named as the writer of a text that a person wrote."""
    if text is None or text == draft.text:
        return draft
    return draft.model_copy(update={"text": text, "claims": (), "model": ""})


def _reason_to_wait(state: DeliveryState, draft: Draft) -> str:
    if state.findings:
        kinds = ", ".join(sorted({finding.kind for finding in state.findings}))
        return f"The input screen found something in what the customer sent: {kinds}."
    return "The draft asks for approval." if draft.ask_approval else ""


def _question(state: DeliveryState, draft: Draft) -> Question:
    about = {
        "summary": state.hold,
        "request": asked(state).text,
        "findings": [finding.model_dump(mode="json") for finding in state.findings],
        "citations": [citation.model_dump(mode="json") for citation in draft.citations],
    }
    return Question(kind="reply", action=SEND, text=draft.text, about=about, read_up_to=state.read_up_to)
