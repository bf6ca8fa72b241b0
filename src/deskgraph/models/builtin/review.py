"""The reviewer: is every claim held by what it rests on."""

from deskgraph.decisions import Decision, PassDraft, RewriteDraft, ShowToPerson
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading


async def review(reading: Reading, mind: Mind) -> list[Decision]:
    """A verdict."""
    person = ShowToPerson(reason="A person should read this before it goes out.")
    if reading.of("claim") or reading.body("draft"):
        return [PassDraft(reasoning="Each claim was compared with what it rests on."), person]
    return [person, RewriteDraft(instructions="There is no draft to review.")]
