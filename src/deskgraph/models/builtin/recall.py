"""What the conversation itself already answers: earlier words of the desk, quoted."""

import re
from dataclasses import dataclass

from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.words import content, sentences

_AGAIN = re.compile(
    r"\b(?:repeat|resend|what (?:did|was|have) (?:you|we|your)|you (?:said|wrote|told|mentioned"
    r"|answered|promised)"
    r"|(?:last|previous|earlier|first) (?:answer|reply|message|question|note)|so far"
    r"|(?:say|tell|explain|write|show|what (?:was|were|is|did))\b[^.!?]{0,40}\bagain"
    r"|already (?:said|wrote|written|told|mentioned|answered|promised|replied))\b",
    re.IGNORECASE,
)
_CUSTOMERS = re.compile(
    r"\b(?:customer|they|she|he|him|her|them|complain\w*|about|ticket|ask(?:ed|s)?|want(?:s|ed)?|wrote|summar\w+)\b",
    re.IGNORECASE,
)
_ANY_CUSTOMER = re.compile(r"\b(?:an?|any|every|each|which) customer\b|\bcustomers\b", re.IGNORECASE)
SURE = 0.62  # cosine from which an earlier sentence of the desk answers a question anew
_TURNS, _PARTS = 6, 24  # the newest turns, and sentences of them, that are compared


@dataclass(frozen=True)
class Recalled:
    """An earlier message, or the sentences of it that answer."""

    author: str
    text: str


async def recall(reading: Reading, mind: Mind) -> Recalled | None:
    """What was written before and answers the request; None when nothing does."""
    turns = [turn for turn in reading.of("turn") if turn.body.strip()]
    text = reading.request
    said = [turn for turn in turns if turn.labels.get("author") != "customer"][-_TURNS:]
    if said and _AGAIN.search(text) and len(content(text)) <= 10:
        last = next((turn for turn in reversed(said) if turn.labels.get("author") == "agent"), said[-1])
        return Recalled(last.labels.get("author", ""), last.body)
    of_this = bool(_CUSTOMERS.search(text)) and not _ANY_CUSTOMER.search(text)
    if reading.asker == "colleague" and of_this and (before := _customers(reading)):
        return Recalled("customer", before)
    return await _nearest([part for turn in said for part in sentences(turn.body)][-_PARTS:], text, mind)


async def _nearest(parts: list[str], text: str, mind: Mind) -> Recalled | None:
    if not parts or not text:
        return None
    vectors = await mind.embed([text[:1_000], *parts])
    cosines = vectors[1:] @ vectors[0]
    best = int(cosines.argmax())
    return Recalled("agent", parts[best]) if cosines[best] >= SURE and "?" not in parts[best] else None


def _customers(reading: Reading) -> str:
    """The customer's own messages, newest last, as far as they fit an answer."""
    turns = [turn.body for turn in reading.of("turn") if turn.labels.get("author") == "customer"]
    return "\n\n".join(turns)[-1_500:].strip()
