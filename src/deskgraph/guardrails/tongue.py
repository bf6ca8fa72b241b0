"""How the commonest attacks are said in one language, and the patterns that its words make up."""

from collections.abc import Sequence
from typing import NamedTuple

from deskgraph.guardrails.folding import unaccented
from deskgraph.guardrails.signs import Signs, signs


class Tongue(NamedTuple):
    """Alternatives in folded text (a Turkish dotless i is an i there). A pattern wants one of each of two fields, in
    either order where the language has both."""

    forget: str
    rules: str
    told: str
    put: str
    reply: str
    must: str
    now: str
    unbound: str
    show: str
    prompt: str
    ask: str
    reader: str


_GAP = r"(?:(?![.!?;] |[。！？]).)"


def spoken(tongues: Sequence[Tongue], edge: str = "") -> tuple[Signs, ...]:
    """Signs for these languages. `edge` is what a word begins with in the Latin script, whose accents are
    not looked at; other scripts set no such edge."""

    def words(tongue: Tongue, field: str) -> str:
        return unaccented(getattr(tongue, field)) if edge else str(getattr(tongue, field))

    def both(kind: str, near: str, *pairs: tuple[str, str, int, int]) -> Signs:
        """Each pair of fields: the first before the second within so many characters, then the other way round."""
        texts: list[str] = []
        for tongue in tongues:
            for first, second, after, before in pairs:
                one, other = words(tongue, first), words(tongue, second)
                texts.append(f"{edge}(?:{one}){_GAP}{{0,{after}}}{edge}(?:{other})")
                if before:
                    texts.append(f"{edge}(?:{other}){_GAP}{{0,{before}}}{edge}(?:{one})")
        return signs(kind, "|".join(words(each, field) for each in tongues for field in near.split()), *texts)

    return (
        both("instruction_override", "forget", ("forget", "rules", 40, 20), ("forget", "told", 30, 20)),
        both("answer_steering", "reply", ("put", "reply", 90, 90), ("reply", "must", 15, 0)),
        both("role_change", "unbound", ("now", "unbound", 40, 0)),
        both("prompt_extraction", "prompt", ("show", "prompt", 35, 20)),
        both("answer_steering", "reader", ("ask", "reader", 15, 8)),
    )
