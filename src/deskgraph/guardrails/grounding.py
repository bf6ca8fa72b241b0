"""Which sentences of a draft nothing holds: words, numbers and names that stand in none of its sources.

A model that was taken in by a text writes what the text wants; a person's facts come from articles and reports. So a
sentence needs most of its words in what it rests on. Questions and the asker's own words are no source: an order that
is planted there supports nothing. Meaning is not compared: a poem on the sea is near to "write a poem on the sea".
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from deskgraph.guardrails.spelled import Word, flat, spelled
from deskgraph.models.builtin.words import numbers, sentences

# Words of a sentence in a row that no source holds: a clause slipped into a sentence that is held otherwise.
_STRANGE_ROW = 4


@dataclass(frozen=True)
class Sources:
    """What a sentence may rest on. `facts` hold it; `said` is what the asker wrote, which only makes a name or a number
    known and supports nothing."""

    facts: Sequence[str]
    said: Sequence[str] = ()


def unsupported(text: str, sources: Sources, *, share: float) -> list[str]:
    """The sentences of a text of whose words the facts hold less than this share (0 to 1), or that bring a number or a
    name of their own. A sentence of courtesy needs no source; one that stands in the facts word by word has one."""
    known = _Known(sources)
    return [sentence for sentence in sentences(text) if not known.hold(sentence, share)]


class _Known:
    """The words of the sources, made once for all sentences."""

    def __init__(self, sources: Sources) -> None:
        facts = [
            part
            for text in sources.facts
            for part in sentences(text)
            if not part.rstrip().endswith(("?", "？"))
        ]
        self._flat = "\n".join(map(flat, facts))
        self._facts = {word.key for part in facts for word in spelled(part)}
        everything = "\n".join((*sources.facts, *sources.said))
        self._named = {word.key for word in spelled(everything)}
        self._numbers = numbers(everything)

    def hold(self, sentence: str, share: float) -> bool:
        if (whole := flat(sentence)) and whole in self._flat:
            return True
        words = spelled(sentence)
        strange = [word for word in words if word.key not in self._facts]
        if not strange:
            return True
        if not numbers(sentence) <= self._numbers or any(_is_name(word, self._named) for word in strange):
            return False
        if max(_rows(words, strange)) >= _STRANGE_ROW:
            return False
        return len(words) - len(strange) >= share * len(words)


def _is_name(word: Word, known: Collection[str]) -> bool:
    return word.named and word.key not in known


def _rows(words: Sequence[Word], strange: Sequence[Word]) -> Iterator[int]:
    """Lengths of the rows of strange words, after each word."""
    unknown, row = {word.key for word in strange}, 0
    for word in words:
        row = row + 1 if word.key in unknown else 0
        yield row
