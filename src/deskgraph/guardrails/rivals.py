"""What is said of one thing in the words of another: the hours of one parcel told of the other."""

from collections.abc import Iterable

from deskgraph.guardrails.facts import Rest, has
from deskgraph.guardrails.measures import Measure
from deskgraph.guardrails.statements import Statement, clauses_of

# A statement's neighbours, among which another may say the same of something else.
_BESIDE = 2


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
    own = [each for each in rest.facts.statements if has(each, measure)]
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


def _nearness(keys: frozenset[str], each: Statement) -> int:
    """Words of a statement among these, without numbers."""
    return sum(not key[0].isdigit() for key in keys & each.keys)


def _all_keys(many: Iterable[Statement]) -> frozenset[str]:
    return frozenset[str]().union(*(each.keys for each in many))
