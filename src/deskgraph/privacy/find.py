"""All personal data in a text."""

from collections.abc import Callable, Collection, Iterator, Mapping

from deskgraph.privacy.accounts import cards, ibans, ssns
from deskgraph.privacy.addresses import emails, machines
from deskgraph.privacy.digits import plain_digits
from deskgraph.privacy.found import KINDS, Found, Kind
from deskgraph.privacy.phones import phones
from deskgraph.privacy.registry import registered

_FINDERS: Mapping[Kind, Callable[[str], Iterator[Found]]] = {
    "EMAIL": emails,
    "IBAN": ibans,
    "CARD": cards,
    "SSN": ssns,
    "IP": machines,
    "PHONE": phones,
}


def personal(text: str, *, plans: bool = True, kinds: Collection[Kind] = KINDS) -> list[Found]:
    """What is found, in order, nothing of it twice: of two that overlap the kind that comes first in `KINDS` counts,
    then the longer one. Other kinds than `kinds` are not looked for. Without `plans` no numbering plan is asked, which
    is quicker by far."""
    text = plain_digits(text)
    found = [each for kind in KINDS if kind in kinds for each in _FINDERS[kind](text)]
    found += registered(text) if plans and "PHONE" in kinds else ()
    kept: list[Found] = []
    taken = bytearray(len(text))
    for each in sorted(found, key=lambda one: (KINDS.index(one.kind), one.start - one.end)):
        if not any(taken[each.start : each.end]):
            kept.append(each)
            taken[each.start : each.end] = b"\x01" * (each.end - each.start)
    return sorted(kept, key=lambda one: one.start)
