"""Whether a text recites what is ours: a row of words that an instruction holds."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from deskgraph.guardrails.spelled import flat

# Eight words in a row are no chance; a letter shares five or six with any text on its subject. A shorter text of ours
# counts whole, unless it is so short that anybody may say it.
ROW = 8
_LEAST = 5


def recited(text: str, ours: Sequence[str], known: str = "") -> Iterator[str]:
    """The first row of each of our texts that stands in this one, unless what the customer may see holds it, too."""
    words = f" {flat(text)} "
    seen = None
    for instruction in ours:
        for row in _rows(instruction):
            if f" {row} " not in words:
                continue
            seen = flat(known) if seen is None else seen
            if row not in seen:
                yield row
                break


@lru_cache(maxsize=256)
def _rows(text: str) -> tuple[str, ...]:
    words = flat(text).split()
    if len(words) < _LEAST:
        return ()
    size = min(ROW, len(words))
    return tuple(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
