"""Values as JSON says them exactly: a Decimal is its digits as text, a date its ISO form, an Enum its
value."""

from datetime import date
from decimal import Decimal
from enum import Enum

from pydantic import BaseModel, JsonValue

# Digits before and after the point together: an amount of money has fewer, and `1E+999999` has none to show.
DIGITS = 28


def plain(value: object) -> JsonValue:
    """A checked value as JSON. ValueError, in words for whoever gave it, if PostgreSQL or a person could not
    read it."""
    match value:
        case Enum():
            return plain(value.value)
        case str():
            return _text(value)
        case bool() | None:
            return value
        case int():
            return _whole(value)
        case Decimal():
            return _digits(value)
        case date():
            return value.isoformat()
        case BaseModel():
            return {name: plain(getattr(value, name)) for name in type(value).model_fields}
        case list():
            return [plain(item) for item in value]
        case _:
            raise ValueError(f"cannot be written as JSON: {type(value).__name__}")


def _text(value: str) -> str:
    if "\x00" in value:
        raise ValueError("holds a NUL character, which no database takes")
    return value


def _whole(value: int) -> int:
    if not -(2**63) <= value < 2**63:
        raise ValueError("is too large a number")
    return value


def _digits(value: Decimal) -> str:
    exponent = value.as_tuple().exponent
    if value.is_zero():
        return format(abs(value), "f") if isinstance(exponent, int) and -DIGITS <= exponent <= 0 else "0"
    if not isinstance(exponent, int) or value.adjusted() >= DIGITS or exponent < -DIGITS:
        raise ValueError(f"is not a number of at most {DIGITS} digits")
    return format(value, "f")
