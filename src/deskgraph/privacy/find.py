"""All personal data in a text."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from deskgraph.privacy.accounts import cards, ibans, ssns
from deskgraph.privacy.addresses import emails, machines
from deskgraph.privacy.found import KINDS, Found, Kind
from deskgraph.privacy.phones import phones
from deskgraph.privacy.registry import registered

_FINDERS: Mapping[Kind, Callable[[str], Iterator[Found]]] = {
    "EMAIL": emails,
    "IBAN": ibans,
    "CARD": cards,
    "SSN": ssns,
    "IP": machines,
    "PHONE": lambda text: chain(phones(text), registered(text)),
}


def personal(text: str) -> list[Found]:
    """What is found, in order, nothing of it twice: of two that overlap the kind that comes first in `KINDS` counts,
    then the longer one."""
    found = chain.from_iterable(_FINDERS[kind](text) for kind in KINDS)
    kept: list[Found] = []
    taken = bytearray(len(text))
    for each in sorted(found, key=lambda one: (KINDS.index(one.kind), one.start - one.end)):
        if not any(taken[each.start : each.end]):
            kept.append(each)
            taken[each.start : each.end] = b"\x01" * (each.end - each.start)
    return sorted(kept, key=lambda one: one.start)
