"""The query refiner: other words after a search that found nothing."""

from deskgraph.decisions import Decision, KeepQuery, RefineQuery
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.queries import keywords, query_of
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.words import flat

NEAR = 0.3  # cosine from which a topic is about what was asked


async def refine(reading: Reading, mind: Mind) -> list[Decision]:
    """The nearest topics in the words of help articles, then the bare request; or that no words would
    help."""
    keep = KeepQuery(reason="No other words for it are known.")
    text = reading.asked
    if not text.strip():
        return [keep]
    tried = {flat(section.body) for name in ("tried", "query") for section in reading.of(name)}
    learned = await mind.learned()
    cosines = learned.topic_vectors @ (await mind.embed([query_of(text)]))[0]
    order = [int(place) for place in (-cosines).argsort()[:2] if cosines[place] >= NEAR]
    topics = [
        ", ".join(learned.topics[place] for place in order),
        *(learned.topics[place] for place in order),
    ]
    queries = [*reading.questions[1:], *topics, keywords(text)]
    fresh = [query for query in dict.fromkeys(queries) if query and flat(query) not in tried]
    return [*(RefineQuery(query=query) for query in fresh), keep]
