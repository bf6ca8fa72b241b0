"""The facts behind a draft, and which of their statements a sentence rests on."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from deskgraph.guardrails.measures import Measure
from deskgraph.guardrails.statements import Statement, Told

# Statements that one sentence may sum up.
_SUMMED = 3
# Of a sentence's words: from here on it is told as a whole.
_ALL = 0.9


class Facts:
    """Statements of several texts, found by their words. A place is a statement's number in all of them."""

    def __init__(self, texts: Sequence[Told]) -> None:
        self.quotes = frozenset[str]().union(*(text.quotes for text in texts))
        placed = [
            (number, whole, part)
            for number, text in enumerate(texts)
            for whole, parts in text.sentences
            for part in parts
        ]
        self.text_of = [number for number, _, _ in placed]
        self.whole_of = [whole for _, whole, _ in placed]
        self.statements = [part for _, _, part in placed]
        self.where: defaultdict[str, list[int]] = defaultdict(list)
        for place, each in enumerate(self.statements):
            for key in each.keys:
                self.where[key].append(place)


@dataclass(frozen=True)
class Rest:
    """What a sentence rests on: the few statements that hold most of it together."""

    said: Statement
    facts: Facts
    shared: Counter[int]
    places: Sequence[int]

    @cached_property
    def statements(self) -> list[Statement]:
        return [self.facts.statements[place] for place in self.places]

    @cached_property
    def sentences(self) -> list[Statement]:
        """The sentences that these are from."""
        return list(
            {id(whole): whole for whole in (self.facts.whole_of[place] for place in self.places)}.values()
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """All that these say."""
        return frozenset[str]().union(*(each.keys for each in self.statements))

    @cached_property
    def near(self) -> list[Statement]:
        """The statements that must not be denied: of the sentences that share most words with this one, those that do;
        a sentence as a whole, where nearly all of it is said."""
        keys, near = self.said.keys, list[Statement]()
        whole = {place: self.facts.whole_of[place] for place in self.shared}
        best = max((len(keys & each.keys) for each in whole.values()), default=0)
        for place in self.shared:
            if len(keys & whole[place].keys) == best:
                parts = [at for at in self.shared if whole[at] is whole[place]]
                if self.shared[place] == max(self.shared[at] for at in parts):
                    near.append(self.facts.statements[place])
                if best >= _ALL * len(whole[place].keys):
                    near.append(whole[place])
        return near

    def measured(self, measure: Measure) -> bool:
        """Whether one of these statements has this number."""
        return any(has(each, measure) for each in self.statements)

    def beside(self, key: str) -> bool:
        """Whether a word stands in a text that one of these statements is from."""
        texts = {self.facts.text_of[place] for place in self.places}
        return any(self.facts.text_of[place] in texts for place in self.facts.where.get(key, ()))


def rest_of(said: Statement, facts: Facts) -> Rest:
    """What holds most of a sentence's words and numbers, then most of what is left of them, and so on."""
    shared = Counter(place for key in said.keys for place in facts.where.get(key, ()))
    missing, numbers, places = set(said.keys), list(said.measures), list[int]()

    def gain(place: int) -> int:
        each = facts.statements[place]
        return len(missing & each.keys) + sum(has(each, number) for number in numbers)

    while len(places) < _SUMMED and shared:
        place = max(sorted(shared), key=gain)
        if not gain(place):
            break
        places.append(place)
        missing -= facts.statements[place].keys
        numbers = [number for number in numbers if not has(facts.statements[place], number)]
    return Rest(said, facts, shared, places)


def has(each: Statement, measure: Measure) -> bool:
    """Whether a statement has this number."""
    return any(measure.held_by(other) for other in each.measures)
