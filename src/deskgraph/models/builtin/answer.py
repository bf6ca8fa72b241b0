"""The answerer: quotes what it was given and cites it; when nothing of it answers, it says so."""

from deskgraph.decisions import Answer, CannotAnswer, Claim, Decision
from deskgraph.models.builtin import courtesy
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.quoting import quotes
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.recall import recall
from deskgraph.models.builtin.reports import report_claims
from deskgraph.models.builtin.signals import danger_in
from deskgraph.models.builtin.words import flat


async def answer(reading: Reading, mind: Mind) -> list[Decision]:
    """An answer, then that there is none. Every sentence is quoted or one of the fixed ones."""
    cannot = CannotAnswer(reason=_why(reading))
    claims = [claim for claim in await _claims(reading, mind) if not _objected(claim, reading)]
    if not claims or all(claim.text in courtesy.OPENINGS for claim in claims):
        return [cannot]
    return [Answer(claims=tuple(claims), ask_approval=danger_in(reading.request, ())), cannot]


async def _claims(reading: Reading, mind: Mind) -> list[Claim]:
    if reports := reading.of("tool_report"):
        return [claim for report in reports for claim in report_claims(report)]
    if reading.passages:
        return await _quoted(reading, mind)
    text = reading.request
    wishes = await mind.judge("wish", [text[:1_000] or "?"])
    if courtesy.is_courtesy(text, wishes):
        return [Claim(text=courtesy.courtesy_reply(text))]
    recalled = await recall(reading, mind)
    return [Claim(text=courtesy.EARLIER), Claim(text=recalled.text[:4_000])] if recalled else []


async def _quoted(reading: Reading, mind: Mind) -> list[Claim]:
    opening = courtesy.FOUND_TEAM if reading.asker == "colleague" else courtesy.FOUND
    found = await quotes(reading.questions, reading.passages, mind)
    claims = [Claim(text=quote.text[:4_000], passages=(quote.passage.number,)) for quote in found]
    return [Claim(text=opening), *claims] if claims else []


def _objected(claim: Claim, reading: Reading) -> bool:
    """Whether a review's note quotes the claim: it is left out of the next draft."""
    text = flat(claim.text)[:200]
    return any(text in flat(note.body) for note in reading.of("review_note"))


def _why(reading: Reading) -> str:
    if reading.passages:
        return "The passages that were found do not answer what is asked."
    return "Neither an article nor the conversation holds what is asked."
