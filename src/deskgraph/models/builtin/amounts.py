"""Numbers for arguments: amounts of money, and things that are counted."""

import re
from decimal import Decimal

from pydantic import JsonValue

from deskgraph.models.builtin import facts
from deskgraph.models.builtin.said import Said
from deskgraph.models.builtin.schema import Field

_COUNT = (
    "quantity",
    "count",
    "number",
    "day",
    "month",
    "year",
    "hour",
    "piece",
    "unit",
    "people",
    "night",
    "seat",
)


def number(field: Field, said: Said) -> JsonValue | None:
    if field.says(*_COUNT):
        noun = next(word for word in field.words if word.removesuffix("s") in _COUNT)
        return _counted(noun, said)
    for text in said.layers:
        amounts = list(dict.fromkeys(item.amount for item in facts.money(text)))
        if amounts:
            return _as_json(field, amounts[0]) if len(amounts) == 1 else None
    return None


def _counted(noun: str, said: Said) -> JsonValue | None:
    if noun in ("quantity", "count", "number"):
        return None
    match = re.search(
        rf"\b(\d{{1,5}})\s+{re.escape(noun.removesuffix('s'))}s?\b", said.request, re.IGNORECASE
    )
    return int(match[1]) if match else None


def _as_json(field: Field, amount: Decimal) -> JsonValue | None:
    """A decimal as text where the schema takes text: money is not to pass through a float."""
    if "string" in field.kinds:
        return str(amount)
    if "integer" in field.kinds and "number" not in field.kinds:
        return int(amount) if amount == amount.to_integral_value() else None
    return int(amount) if amount == amount.to_integral_value() else float(amount)
