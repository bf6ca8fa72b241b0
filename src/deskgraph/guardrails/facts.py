"""The facts behind a draft, and which of their statements a sentence rests on."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from deskgraph.guardrails.measures import Measure
from deskgraph.guardrails.statements import Statement, Told, clauses_of

# Statements that one sentence may sum up.
_SUMMED = 3
# A statement's neighbours, among which another may say the same of something else.
_BESIDE = 2


class Facts:
    """Statements of several texts, found by their words. A place is a statement's number in all of them."""

    def __init__(self, texts: Sequence[Told]) -> None:
        self.quotes = frozenset[str]().union(*(text.sentences for text in texts))
        self.statements = [each for text in texts for each in text.statements]
        self.text_of = [number for number, text in enumerate(texts) for _ in text.statements]
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
    def keys(self) -> frozenset[str]:
        """All that these say."""
        return frozenset[str]().union(*(each.keys for each in self.statements))

    @cached_property
    def near(self) -> list[Statement]:
        """Statements that are as near to the sentence as any."""
        best = max(self.shared.values(), default=0)
        return [self.facts.statements[place] for place, count in self.shared.items() if count == best]

    def measured(self, measure: Measure) -> bool:
        """Whether one of these statements has this number."""
        return any(measure.held_by(other) for each in self.statements for other in each.measures)

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
        return len(missing & each.keys) + sum(_has(each, number) for number in numbers)

    while len(places) < _SUMMED and shared:
        place = max(sorted(shared), key=gain)
        if not gain(place):
            break
        places.append(place)
        missing -= facts.statements[place].keys
        numbers = [number for number in numbers if not _has(facts.statements[place], number)]
    return Rest(said, facts, shared, places)


def taken_from_another(rest: Rest, share: float) -> bool:
    """Whether a name or a measure is of one statement, and the sentence round it of another with its own: the hours
    of one parcel said of the other."""
    names = any(_name_of_another(rest, name, share) for name in rest.said.names)
    return names or any(_measure_of_another(rest, each) for each in rest.said.measures if each.unit)


def _name_of_another(rest: Rest, name: str, share: float) -> bool:
    facts, said = rest.facts, rest.said.keys
    own = facts.where.get(name, [])
    most = max((rest.shared[place] - 1 for place in own), default=len(said))
    around = {at for place in own for at in range(place - _BESIDE, place + _BESIDE + 1)} - set(own)
    parallel = said & _all_keys(facts.statements[place] for place in own)
    for place in around & rest.shared.keys():
        other = facts.statements[place]
        near = rest.shared[place] > most and rest.shared[place] >= share * (len(said) - 1)
        if near and other.keys & parallel and other.names - said:
            return True
    return False


def _measure_of_another(rest: Rest, measure: Measure) -> bool:
    """Whether a statement with another number of this unit is nearer than those with this one, and no further from the
    clause that it stands in."""
    own = [each for each in rest.facts.statements if _has(each, measure)]
    clause = next((each.keys for each in clauses_of(rest.said) if measure in each.measures), rest.said.keys)
    for place in rest.shared:
        each = rest.facts.statements[place]
        rivals = [other for other in each.measures if other.unit == measure.unit]
        told = any(said.value == other.value for said in rest.said.measures for other in rivals)
        if (
            own
            and rivals
            and not told
            and all(
                _nearness(rest.said.keys, each) > _nearness(rest.said.keys, other)
                and _nearness(clause, each) >= _nearness(clause, other)
                for other in own
            )
        ):
            return True
    return False


def _has(each: Statement, measure: Measure) -> bool:
    return any(measure.held_by(other) for other in each.measures)


def _nearness(keys: frozenset[str], each: Statement) -> int:
    """Words of a statement among these, without numbers."""
    return sum(not key[0].isdigit() for key in keys & each.keys)


def _all_keys(many: Iterable[Statement]) -> frozenset[str]:
    return frozenset[str]().union(*(each.keys for each in many))
