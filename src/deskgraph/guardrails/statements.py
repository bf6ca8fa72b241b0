"""A text as the statements that stand in it, each with the words, names, numbers and denials that belong together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from deskgraph.guardrails.measures import Measure, measures
from deskgraph.guardrails.spelled import Token, spelled
from deskgraph.guardrails.turns import turned
from deskgraph.models.builtin.words import sentences

_CUT = re.compile(r"(?<=[,;:–—])\s{1,20}|\s{1,20}(?=(?:and|but|while|whereas|or)\s)")


@dataclass(frozen=True)
class Statement:
    """What is said at once."""

    text: str
    tokens: Sequence[Token]

    @cached_property
    def keys(self) -> frozenset[str]:
        """What it says, but for the order."""
        return frozenset(token.key for token in self.tokens if token.key)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those of the keys that are written like names."""
        return frozenset(token.key for token in self.tokens if token.named and token.key)

    @cached_property
    def measures(self) -> list[Measure]:
        """Its numbers."""
        return measures(self.text)

    @cached_property
    def turned(self) -> list[frozenset[str]]:
        """What is denied in it, once for each `not`."""
        return turned(self.tokens)

    @property
    def words(self) -> str:
        """For comparing quotes: its words and nothing else."""
        return " ".join(token.low for token in self.tokens)


@dataclass(frozen=True)
class Told:
    """A source, read: its sentences in order, each with the statements in it, and their words for comparing quotes."""

    sentences: Sequence[tuple[Statement, Sequence[Statement]]]
    quotes: frozenset[str]


def told(text: str) -> Told:
    """What a source states. A question states nothing."""
    asserted = [part for part in sentences(text) if not part.rstrip().endswith(("?", "？"))]
    whole = [statement(part) for part in asserted]
    return Told(
        [(each, list(_apart(each))) for each in whole], frozenset(each.words for each in whole if each.tokens)
    )


def statement(sentence: str) -> Statement:
    """A sentence as one statement."""
    return Statement(sentence, spelled(sentence))


def clauses_of(whole: Statement) -> list[Statement]:
    """A sentence in parts, cut at each comma and `and`."""
    return [statement(part) for part in _CUT.split(whole.text)]


def _apart(whole: Statement) -> Iterator[Statement]:
    """A sentence, cut where a clause takes up a word of those before it: "Anna manages York, Ben manages Leeds"."""
    # Most sentences take up no word: they need not be read twice.
    if len(whole.keys) == sum(1 for token in whole.tokens if token.key):
        yield whole
        return
    held, *others = clauses_of(whole)
    for part in others:
        if held.keys & part.keys and len(part.keys) > 1:
            yield held
            held = part
        else:
            held = Statement(f"{held.text} {part.text}", [*held.tokens, *part.tokens])
    yield held
