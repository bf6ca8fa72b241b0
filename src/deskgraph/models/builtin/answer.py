"""The answerer: quotes what it was given and cites it."""

from deskgraph.decisions import Answer, CannotAnswer, Claim, Decision
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading


async def answer(reading: Reading, mind: Mind) -> list[Decision]:
    """An answer from the tool's report or the best passage, or that there is none."""
    cannot = CannotAnswer(reason="Nothing that was found answers this.")
    reports = [Claim(text=section.body) for section in reading.of("tool_report") if section.body.strip()]
    quotes = [Claim(text=passage.text[:1500], passages=(passage.number,)) for passage in reading.passages[:1]]
    claims = tuple(reports or quotes)
    return [Answer(claims=claims), cannot] if claims else [cannot]
