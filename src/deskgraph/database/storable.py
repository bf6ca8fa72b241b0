"""What PostgreSQL refuses in a text: NUL, and halves of surrogate pairs. Models and tools can send both."""

import re
from typing import Any

_REFUSED = re.compile("[\x00\ud800-\udfff]")


def storable_text(text: str) -> str:
    """The text without what no text column takes."""
    return _REFUSED.sub("", text)


def storable(value: Any) -> Any:
    """A JSON value whose texts a jsonb column takes."""
    match value:
        case str():
            return storable_text(value)
        case dict():
            return {storable(key): storable(item) for key, item in value.items()}
        case list():
            return [storable(item) for item in value]
        case tuple():
            return tuple(storable(item) for item in value)
        case _:
            return value
