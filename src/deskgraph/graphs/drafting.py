"""From a decision to a draft, and from a state to the material that drafts are compared with."""

from collections.abc import Sequence

from deskgraph.agents import Material, RunContext
from deskgraph.decisions import Answer
from deskgraph.graphs.state import Citation, DeliveryState, Draft, asked
from deskgraph.knowledge import Passage


def material_of(state: DeliveryState) -> Material:
    """All that an answer of this run may say."""
    return Material(asked(state), state.passages, state.report)


def draft_of(answer: Answer, passages: Sequence[Passage], model: str) -> Draft:
    """The draft of an answer. A claim's passage that was not retrieved is no citation and is left out."""
    known = {passage.id: passage for passage in passages}
    return Draft(
        text=answer.text,
        claims=answer.claims,
        citations=tuple(_citation(known[number]) for number in answer.cited if number in known),
        model=model,
        ask_approval=answer.ask_approval or any(number not in known for number in answer.cited),
    )


def evidence_of(state: DeliveryState, context: RunContext) -> list[str]:
    """The texts a draft may repeat from: what was retrieved, reported, said, and the customer's own address."""
    request = asked(state)
    report = [state.report.text, state.report.arguments, state.report.note] if state.report else []
    return [
        *(passage.text for passage in state.passages),
        *report,
        request.subject,
        request.text,
        *(turn.text for turn in request.turns if turn.lane == "customer"),
        context.ticket.customer,
    ]


def _citation(passage: Passage) -> Citation:
    return Citation(
        passage=passage.id,
        article=passage.article_id,
        source=passage.source,
        title=passage.title,
        heading=passage.heading,
    )
