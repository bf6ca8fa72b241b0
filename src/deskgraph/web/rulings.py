"""A ruling as it comes through a door."""

from collections.abc import Mapping
from typing import Any

from deskgraph.errors import NotText
from deskgraph.staff import Ruling


def ruling(
    *,
    approve: bool,
    arguments: Mapping[str, Any] | None = None,
    text: str | None = None,
    note: str = "",
    seen: int | None = None,
) -> Ruling:
    """What a person says. A text is sent byte for byte as approved, so one that cannot be is refused."""
    for what, words in (("note", note), ("text", text or "")):
        if "\x00" in words or any("\ud800" <= sign <= "\udfff" for sign in words):
            raise NotText(f"The {what} holds characters that are no text.", "Take them out and try again.")
    return Ruling(approve=approve, arguments=arguments, text=text, note=note, seen=seen)
