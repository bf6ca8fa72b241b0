"""The query refiner: other words after a search that found nothing."""

from deskgraph.decisions import Decision, KeepQuery, RefineQuery
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading


async def refine(reading: Reading, mind: Mind) -> list[Decision]:
    """A new query, or that none would help."""
    words = [word for word in reading.request.split() if len(word) > 4]
    keep = KeepQuery(reason="Nothing else is said that could be looked for.")
    query = " ".join(words)[:500]
    if not query or query in {reading.body("query"), *(section.body for section in reading.of("tried"))}:
        return [keep]
    return [RefineQuery(query=query), keep]
