"""Ids as people and programs write them."""

from deskgraph.errors import NotFound

_LARGEST = 2**63 - 1


def number(raw: str) -> int:
    """An id: `NotFound` for what cannot be one, as for one that nobody has."""
    if raw.isascii() and raw.isdigit() and len(raw) <= 19 and int(raw) <= _LARGEST:
        return int(raw)
    raise NotFound("There is nothing with this id.", "Ids are whole numbers.")
