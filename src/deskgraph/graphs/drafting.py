"""From a decision to a draft, and from a state to what drafts are compared with."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from deskgraph.agents import INSTRUCTIONS, Material, RunContext, ToolReport
from deskgraph.agents.told import ReportStatus
from deskgraph.decisions import Answer
from deskgraph.effects import Effect
from deskgraph.graphs.state import Citation, DeliveryState, Draft, asked
from deskgraph.guardrails import Done, Grounds, Sources, told, unsupported
from deskgraph.knowledge import Passage


def material_of(state: DeliveryState) -> Material:
    """All that an answer of this run may say."""
    return Material(asked(state), state.passages, state.report)


def draft_of(answer: Answer, passages: Sequence[Passage], model: str) -> Draft:
    """The draft of an answer. A claim's passage that was not retrieved is no citation; the output screen stops it."""
    known = {passage.id: passage for passage in passages}
    return Draft(
        text=answer.text,
        claims=answer.claims,
        citations=tuple(_citation(known[number]) for number in answer.cited if number in known),
        model=model,
        ask_approval=answer.ask_approval,
    )


def cited(draft: Draft) -> tuple[int, ...]:
    """Ids of the passages that the claims of a draft name."""
    return tuple(number for claim in draft.claims for number in claim.passages)


def grounds_of(state: DeliveryState, context: RunContext, effects: Sequence[Effect] = ()) -> Grounds:
    """What a draft may rest on: what was retrieved, reported and said. `effects` are those of the ticket's ledger."""
    request, report = asked(state), state.report
    said = [turn.text for turn in request.turns if turn.lane == "customer" and turn.author != "customer"]
    wrote = [turn.text for turn in request.turns if turn.lane == "customer" and turn.author == "customer"]
    reports = [report] if report else []
    ended = [each for each in reports if each.status == "done"]
    return Grounds(
        articles=[_whole(passage) for passage in state.passages],
        done=[
            *(Done(each.tool, each.arguments, each.text) for each in ended if context.acts(each.tool)),
            *(done_of(effect) for effect in effects if effect.state == "done"),
        ],
        records=[each.text for each in ended if not context.acts(each.tool)],
        found=[f"{each.text}\n\n{each.note}" for each in reports if each.status != "done"],
        calls=[_call_of(each) for each in reports],
        said=said,
        asked=[request.subject, request.text, *wrote, context.ticket.customer],
        hosts=context.settings.link_hosts,
        ours=[*INSTRUCTIONS, *request.guidance],
    )


# What a status means, in words that a draft may use of it.
_MEANS: dict[ReportStatus, str] = {
    "done": "It is done. It was carried out.",
    "rejected": "A colleague rejected it and could not approve it. It was not approved. Nothing was done. "
    "A colleague of ours looked at your request and could not approve it.",
    "refused": "It was refused. It could not be done. We could not do this. Nothing was done or changed.",
    "failed": "It was tried, and failed. It did not work. We tried to do this, and it did not work. Nothing was done. "
    "Nothing was changed.",
    "incomplete": "It needs more. Something is missing. Nothing was done yet. "
    "To do this we need a little more from you. We have not done anything yet.",
    "unknown": "It was tried. Nobody knows the outcome, or what became of it. We tried to do this, and a colleague is "
    "checking what became of it.",
}


def _call_of(report: ToolReport) -> str:
    """What was called for, and how it ended."""
    corrected = (
        "A colleague changed the details and corrected the arguments before. A colleague of ours changed the details "
        "before it was carried out."
        if report.corrected
        else ""
    )
    parts = (report.tool, report.arguments, _MEANS[report.status], corrected)
    return "\n\n".join(filter(None, parts))


def done_of(effect: Effect) -> Done:
    """What the ledger tells of an effect."""
    return Done(effect.action, effect.arguments, effect.result or "")


def unheld(state: DeliveryState, draft: Draft, context: RunContext) -> list[str]:
    """The sentences of a draft that nothing holds. A claim that names passages rests on those; the others on all."""
    share = context.settings.support_share
    return list(_unheld(state, draft, grounds_of(state, context), share)) if share else []


def _unheld(state: DeliveryState, draft: Draft, grounds: Grounds, share: float) -> Iterator[str]:
    known, read = {passage.id: _whole(passage) for passage in state.passages}, cache(told)
    for claim in draft.claims:
        named = [known[number] for number in claim.passages if number in known]
        facts = replace(grounds, articles=named or grounds.articles).facts
        yield from unsupported(claim.text, Sources(facts, grounds.asked), share=share, read=read)


def _whole(passage: Passage) -> str:
    return f"{passage.title}.\n\n{passage.heading}.\n\n{passage.text}"


def _citation(passage: Passage) -> Citation:
    return Citation(
        passage=passage.id,
        article=passage.article_id,
        source=passage.source,
        title=passage.title,
        heading=passage.heading,
    )
