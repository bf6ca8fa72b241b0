"""Ids as people and programs write them."""

from deskgraph.errors import NotFound

_LARGEST = 2**63 - 1


def number(raw: str) -> int:
    """An id: `NotFound` for what cannot be one, as for one that nobody has."""
    if raw.isascii() and raw.isdigit() and len(raw) <= 19 and int(raw) <= _LARGEST:
        return int(raw)
    raise NotFound(f"There is nothing with the id {raw[:40]!r}.", "Ids are whole numbers.")
