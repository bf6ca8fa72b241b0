"""Whether a text recites what is ours: a row of words that an instruction holds."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from deskgraph.guardrails.spelled import flat

# Eight words in a row are no chance; a letter shares five or six with any text on its subject.
ROW = 8


def recited(text: str, ours: Sequence[str], known: str = "") -> Iterator[str]:
    """The first row of each of our texts that stands in this one, unless what the customer may see holds it, too."""
    said = set(_cut(text))
    for instruction in ours:
        rows = [row for row in _listed(instruction) if row in said] if said else []
        if rows and (row := next((row for row in rows if row not in flat(known)), None)):
            yield row


@lru_cache(maxsize=256)
def _listed(text: str) -> tuple[str, ...]:
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[str]:
    words = flat(text).split()
    return (" ".join(words[at : at + ROW]) for at in range(len(words) - ROW + 1))
