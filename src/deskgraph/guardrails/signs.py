"""Signs of one kind: patterns, and the words without which none of them matches."""

from collections.abc import Iterator
from re import Pattern
from re import compile as pattern
from typing import NamedTuple

# The longest pattern spans less.
_AROUND = 300


class Signs(NamedTuple):
    """Patterns of one kind of finding, for folded text, which is lower case already.

    None of them matches further than `_AROUND` from a match of `near`; what is further away is not searched.
    """

    kind: str
    near: Pattern[str]
    patterns: tuple[Pattern[str], ...]

    def first(self, read: str) -> str | None:
        """The first match: it is the kind that counts."""
        for part in self._parts(read):
            for each in self.patterns:
                if match := each.search(part):
                    return match.group()
        return None

    def _parts(self, read: str) -> Iterator[str]:
        """The text around matches of `near`, where they overlap as one."""
        begun = ended = 0
        for match in self.near.finditer(read):
            if ended and match.start() - _AROUND > ended:
                yield read[begun:ended]
                ended = 0
            if not ended:
                begun = max(0, match.start() - _AROUND)
            ended = match.end() + _AROUND
        if ended:
            yield read[begun:ended]


def signs(kind: str, near: str, *texts: str) -> Signs:
    """Signs from the texts of their patterns."""
    return Signs(kind, pattern(near), tuple(pattern(text) for text in texts))
