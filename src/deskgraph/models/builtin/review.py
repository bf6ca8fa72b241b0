"""The reviewer: is every claim held by what it rests on. It compares, it does not judge style."""

import re
from dataclasses import dataclass

from deskgraph.decisions import Decision, PassDraft, RewriteDraft, ShowToPerson
from deskgraph.models.builtin.courtesy import is_phrase
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.words import content, flat, numbers, sentences

_PROMISE = re.compile(
    r"\bwe (?:will|shall|are going to|have|'ll) (?:\w+ ){0,2}(?:refund|compensate|reimburse|credit|pay"
    r"|waive)\w*"
    r"|\bour (?:fault|mistake|negligence)\b|\bwe (?:are|were) (?:liable|responsible|at fault)\b"
    r"|\bguarantee\w*\b",
    re.IGNORECASE,
)
_HELD_WORDS = 0.75  # share of a sentence's meaningful words that its sources must hold, if it is no quote
_HELD_MEANING = 0.55  # and the cosine it must reach to one of their sentences
_COURTESY_WORDS = 6  # a sentence without numbers and with fewer meaningful words may stand without a source


@dataclass(frozen=True)
class Loose:
    """A sentence that nothing holds."""

    text: str
    risky: bool


async def review(reading: Reading, mind: Mind) -> list[Decision]:
    """A verdict, then that a person should look."""
    person = ShowToPerson(reason="The builtin reviewer could not compare this draft with what it rests on.")
    claims = [(claim.body, claim.labels.get("passages", "")) for claim in reading.of("claim")]
    claims = claims or [(body, "") for body in [reading.body("draft")] if body]
    if not claims:
        return [person]
    loose = [found for text, cited in claims for found in await _loose(text, cited, reading, mind)]
    if any(found.risky for found in loose):
        risky = next(found for found in loose if found.risky)
        return [ShowToPerson(reason=f"No source holds this promise: {risky.text}"[:500]), person]
    if loose:
        quoted = " ".join(f'"{found.text}"' for found in loose)
        return [RewriteDraft(instructions=f"Leave out what nothing holds: {quoted}"[:2_000]), person]
    return [
        PassDraft(reasoning=f"Compared {len(claims)} claims with what they rest on; each is held."),
        person,
    ]


async def _loose(text: str, cited: str, reading: Reading, mind: Mind) -> list[Loose]:
    """The sentences of one claim that neither its passages nor report nor conversation hold."""
    sources = _sources(cited, reading)
    if is_phrase(text) or any(flat(text) in flat(source) for source in sources):
        return []
    parts = [part for source in sources for part in sentences(source)]
    return [
        Loose(sentence, bool(_PROMISE.search(sentence)))
        for sentence in sentences(text)
        if not is_phrase(sentence) and not await _held(sentence, parts, mind)
    ]


def _sources(cited: str, reading: Reading) -> list[str]:
    """What a claim may rest on: the passages it names; without any, reports and conversation."""
    ids = {number for number in cited.replace(" ", "").split(",") if number}
    if ids:
        return [
            f"{item.title}\n{item.heading}\n{item.text}"
            for item in reading.passages
            if str(item.number) in ids
        ]
    names = ("tool_report", "tool_arguments", "turn", "request")
    return [section.body for name in names for section in reading.of(name)]


async def _held(sentence: str, parts: list[str], mind: Mind) -> bool:
    """A quote, a paraphrase close in words and meaning with no number of its own, or a courtesy."""
    said = content(sentence)
    if any(flat(sentence) in flat(part) for part in parts):
        return True
    if not numbers(sentence) and len(said) < _COURTESY_WORDS and not _PROMISE.search(sentence):
        return len(said) < 3 or await _is_courteous(sentence, mind)
    joined = " ".join(parts)
    if not numbers(sentence) <= numbers(joined) or len(said & content(joined)) < _HELD_WORDS * len(said):
        return False
    near = sorted(parts, key=lambda part: -len(said & content(part)))[:8]
    vectors = await mind.embed([sentence, *near])
    return bool((vectors[1:] @ vectors[0]).max(initial=0.0) >= _HELD_MEANING)


async def _is_courteous(sentence: str, mind: Mind) -> bool:
    (wish,) = await mind.judge("wish", [sentence])
    return max(wish, key=lambda label: wish[label]) == "thanks"
