"""Which sentences of a draft nothing holds: what they say stands in no statement of their sources.

A model that was taken in by a text writes what the text wants; a person's facts come from articles and reports. So a
sentence rests on the few statements that are nearest to it: most of its words stand in them, its names and its numbers
with what they measure, and neither denies what the other says. Questions and the asker's own words are no source: an
order that is planted there supports nothing. Meaning is not compared: a poem on the sea is near to "write a poem on the
sea".
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from deskgraph.guardrails.courtesies import courteous, greets
from deskgraph.guardrails.facts import Facts, Rest, rest_of
from deskgraph.guardrails.measures import Measure
from deskgraph.guardrails.rivals import taken_from_another
from deskgraph.guardrails.slipped import slipped_in
from deskgraph.guardrails.spelled import WEIGHTY, Token, tells
from deskgraph.guardrails.statements import Statement, Told, statement, told
from deskgraph.guardrails.turns import denies, invents
from deskgraph.models.builtin.words import sentences

# Words of a sentence in a row that no fact holds, or nothing that it rests on: a clause slipped into a sentence that is
# held otherwise.
_STRANGE_ROW = 4
_LOOSE_ROW = 6
_QUOTATION = re.compile(r"[\"“„«]([^\"“”„«»]{2,120})[\"”“»]|(?<!\w)['‘]([^'‘’]{2,120})['’](?!\w)")
# Share of a sentence's words that stand in one sentence of a source: it is that one, told with few changes.
_QUOTED = 0.75


@dataclass(frozen=True)
class Sources:
    """What a sentence may rest on. `facts` hold it; `said` is what the asker wrote, which only makes a name or a number
    known and supports nothing."""

    facts: Sequence[str]
    said: Sequence[str] = ()


class _Held(Enum):
    YES = "yes"
    NO = "no"
    # It says nothing by itself and asks for nothing: "Yes, you can."
    WITH_NEXT = "with next"


def unsupported(
    text: str, sources: Sources, *, share: float, read: Callable[[str], Told] = told
) -> list[str]:
    """The sentences of a text of whose words what they rest on holds less than this share (0 to 1), that bring a number
    or a name of their own, or say the contrary. A courtesy needs no source, a sentence that stands in the facts has
    one, and "Yes." needs a sentence that is held right behind it. `read` may remember texts that it read before."""
    known = _Known(sources, read)
    loose: list[str] = []
    short: list[str] = []
    for sentence in sentences(text):
        said = statement(sentence)
        held = known.hold(said, share)
        if held is _Held.WITH_NEXT:
            short.append(sentence)
            continue
        if held is _Held.NO or not tells(said.tokens):
            loose += short
        if held is _Held.NO:
            loose.append(sentence)
        short = []
    return loose + short


class _Known:
    """The sources, read once for all sentences."""

    def __init__(self, sources: Sources, read: Callable[[str], Told]) -> None:
        self._facts = Facts([read(text) for text in sources.facts])
        asked = [statement(text) for text in sources.said]
        stated = (whole.words for text in map(read, sources.facts) for whole, _ in text.sentences)
        self._words = [f" {words} " for words in (*stated, *(each.words for each in asked))]
        self._said = {key for each in asked for key in each.keys}
        self._numbers = {number.value for each in asked for number in each.measures}

    def hold(self, said: Statement, share: float) -> _Held:
        if not said.tokens or said.words in self._facts.quotes:
            return _Held.YES
        if greets(said.text) and said.keys <= self._said:
            return _Held.YES
        if not tells(said.tokens):
            return _Held.YES if courteous(said.text) else _Held.WITH_NEXT
        rest = rest_of(said, self._facts)
        held = (
            self._worded(rest, share)
            and self._known(rest)
            and not _altered(rest, share)
            and self._quotes_only_what_stands(said)
        )
        return _Held.YES if held else _Held.NO

    def _worded(self, rest: Rest, share: float) -> bool:
        """Whether enough of the words stand in what the sentence rests on."""
        words = [token.key for token in rest.said.tokens if token.key]
        strange = {word for word in words if word not in rest.keys}
        nowhere = {word for word in strange if word not in self._facts.where}
        if max(_rows(words, nowhere)) >= _STRANGE_ROW or max(_rows(words, strange)) >= _LOOSE_ROW:
            return False
        return sum(word not in strange for word in words) >= share * len(words)

    def _known(self, rest: Rest) -> bool:
        """Whether its names, its numbers and its words of weight are those of what it rests on, or a name or a bare
        number that only the asker wrote."""
        strange = [token for token in rest.said.tokens if token.key and token.key not in rest.keys]
        return (
            all(self._is_known(token, rest) for token in strange if token.named)
            and not any(token.low in WEIGHTY for token in strange)
            and all(rest.measured(number) or self._asked(number) for number in rest.said.measures)
        )

    def _quotes_only_what_stands(self, said: Statement) -> bool:
        """Whether what stands in quotation marks stands in a source, too: marks say that somebody wrote just that."""
        pieces = (
            statement(next(filter(None, found.groups()))).words for found in _QUOTATION.finditer(said.text)
        )
        return all(any(f" {piece} " in words for words in self._words) for piece in pieces if piece)

    def _is_known(self, name: Token, rest: Rest) -> bool:
        return rest.beside(name.key) or (name.key in self._said and name.key not in self._facts.where)

    def _asked(self, number: Measure) -> bool:
        return not number.unit and number.value in self._numbers and number.value not in self._facts.where


def _altered(rest: Rest, share: float) -> bool:
    """Whether a sentence says something else with the words of its sources, or the contrary."""
    said, enough = rest.said, share * len(rest.said.keys)
    quoted = [each for each in rest.statements if len(each.keys & said.keys) >= enough]
    whole = [each for each in rest.sentences if len(each.keys & said.keys) >= _QUOTED * len(said.keys)]
    return (
        any(slipped_in(said.tokens, each.tokens, rest.keys) for each in (*quoted, *whole))
        or taken_from_another(rest, share)
        or any(denies(each.turned, said.turned, said.keys) for each in (*rest.near, *quoted))
        or any(denies(each.turned, said.turned, said.keys, wholly=True) for each in rest.statements)
        or invents(said.turned, [turn for each in rest.statements for turn in each.turned], rest.keys)
    )


def _rows(words: Sequence[str], unknown: Collection[str]) -> Iterator[int]:
    """Lengths of the rows of unknown words, after each word."""
    row = 0
    for word in words:
        row = row + 1 if word in unknown else 0
        yield row
