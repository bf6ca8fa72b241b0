"""Arguments as people write them: the text of a field or of `--set`, made a value by the tool's schema."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from deskgraph.errors import BadArguments

_SCALARS = {"string", "number", "integer", "boolean", "null"}


def properties(schema: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """The fields of a tool's schema, by name."""
    found: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    return found


def types(schema: Mapping[str, Any], field: Mapping[str, Any]) -> set[str]:
    """The JSON types that a field may have, through references and unions."""
    if "$ref" in field:
        return types(schema, schema.get("$defs", {}).get(str(field["$ref"]).rpartition("/")[2], {}))
    if "anyOf" in field:
        return set().union(*(types(schema, option) for option in field["anyOf"]))
    stated = field.get("type", "string" if "enum" in field else "object")
    return set(stated) if isinstance(stated, list) else {stated}


def is_simple(schema: Mapping[str, Any], field: Mapping[str, Any]) -> bool:
    """Whether one line of text can say it."""
    return types(schema, field) <= _SCALARS


def choices(schema: Mapping[str, Any], field: Mapping[str, Any]) -> list[str]:
    """What a field may be when it may be only one of a few; else nothing."""
    if "$ref" in field:
        return choices(schema, schema.get("$defs", {}).get(str(field["$ref"]).rpartition("/")[2], {}))
    return [str(value) for value in field.get("enum", [])]


def written(value: Any) -> str:
    """A value as a person reads and writes it: a text bare, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def read(schema: Mapping[str, Any], name: str, raw: str) -> Any:
    """The value that `raw` means for this field. What does not fit is left for the tool's check to refuse.

    `BadArguments` for a name that the tool does not take: dropped in silence, a slip of the pen would
    approve what it meant to correct.
    """
    known = properties(schema)
    if name not in known:
        near = get_close_matches(name, list(known), 1)
        hint = f"Did you mean {near[0]}?" if near else f"It takes: {', '.join(known) or 'none'}."
        raise BadArguments(f"There is no argument {name!r}.", hint)
    wanted = types(schema, known[name])
    if raw == "" and "null" in wanted:
        return None
    if "string" in wanted:
        return raw
    try:
        return json.loads(raw)
    except ValueError:
        return raw
