"""Arguments from a JSON Schema that somebody else wrote: checked as it says, and nothing is coerced."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from math import isfinite
from typing import Any

from jsonschema.exceptions import SchemaError, ValidationError, best_match
from jsonschema.validators import Draft202012Validator, validator_for
from pydantic import JsonValue
from referencing.exceptions import Unresolvable

from deskgraph.errors import BadPack
from deskgraph.tools.checked import Checked
from deskgraph.tools.schema_cost import refuse_costly, strangers, without_patterns

SCHEMA_LIMIT = 20_000  # characters: what a model reads of one tool at every choice
_REASON = 300
_DEEPEST = 40


class SchemaArguments:
    """The arguments that an object schema describes. `BadPack` for one that cannot be checked by."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = deepcopy(dict(schema))
        refuse_unusable_schema(self._schema)
        checked_by = without_patterns(self._schema)
        self._validator = validator_for(checked_by, default=Draft202012Validator)(checked_by)
        self._properties: dict[str, Any] = self._schema.get("properties", {})

    def schema(self) -> dict[str, Any]:
        return deepcopy(self._schema)

    def amounts(self) -> dict[str, bool]:
        return {
            name: isinstance(rule, dict) and rule.get("type") in ("number", "integer")
            for name, rule in self._properties.items()
        }

    def check(self, given: Mapping[str, object]) -> Checked:
        """Sort what was given. An argument that makes the whole invalid, together with others, counts itself."""
        kept: dict[str, Any] = {name: value for name, value in given.items() if name in self._properties}
        dropped = tuple(str(name) for name in given if name not in self._properties)
        invalid = {name: why for name, value in kept.items() if (why := _unstorable(value))}
        needed = [name for name in self._schema.get("required", []) if isinstance(name, str)]
        kept = {name: value for name, value in kept.items() if name not in invalid}
        missing = tuple(name for name in needed if name not in kept and name not in invalid)
        for name, why in self._wrong(kept):
            invalid.setdefault(name, why)
        arguments: dict[str, JsonValue] = {name: value for name, value in kept.items() if name not in invalid}
        return Checked(arguments, dropped, missing, invalid)

    def values(self, checked: Checked) -> dict[str, object]:
        return dict(checked.arguments)

    def _wrong(self, given: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """Argument to reason. What no single argument is to blame for is told of `arguments`."""
        try:
            for error in self._validator.iter_errors(given):
                if error.validator == "required" and not error.absolute_path:
                    continue
                name = str(error.absolute_path[0]) if error.absolute_path else "arguments"
                yield name, _reason(error)
        except (Unresolvable, RecursionError):
            yield "arguments", "cannot be checked: the schema does not hold together"


def refuse_unusable_schema(schema: Mapping[str, Any]) -> None:
    """Raise `BadPack` for a schema that is none, or too large, or that leads elsewhere."""
    try:
        length = len(json.dumps(schema, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPack("Its schema is no JSON.") from error
    if length > SCHEMA_LIMIT:
        raise BadPack(f"Its schema has {length:,} characters; at most {SCHEMA_LIMIT:,} are read.")
    if schema.get("type", "object") != "object" or not isinstance(schema.get("properties", {}), dict):
        raise BadPack("Its schema does not describe an object.")
    if remote := next(_remote(schema, 0), None):
        raise BadPack(f"Its schema refers to {remote[:100]!r}, which is not within it.")
    refuse_costly(schema)
    if strange := next(strangers(schema), None):
        raise BadPack(f"Its schema requires {strange[:60]!r}, which is no argument of it.")
    try:
        validator_for(schema, default=Draft202012Validator).check_schema(dict(schema))
    except SchemaError as error:
        raise BadPack(f"Its schema is not valid: {error.message[:_REASON]}.") from error


def _remote(part: object, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        yield "a place that is too deep"
        return
    match part:
        case dict():
            for name, value in part.items():
                if name in ("$ref", "$dynamicRef", "$recursiveRef") and not str(value).startswith("#"):
                    yield str(value)
                # An address of its own changes what `#` means below it.
                elif name in ("$id", "id") and depth and isinstance(value, str) and "://" in value:
                    yield value
                yield from _remote(value, depth + 1)
        case list():
            for value in part:
                yield from _remote(value, depth + 1)


def _reason(error: ValidationError) -> str:
    """In words. The value is not repeated whole: it may be long."""
    told = best_match([error]) or error
    place = ".".join(str(part) for part in list(told.absolute_path)[1:])
    return f"is not valid: {f'{place}: ' if place else ''}{told.message}"[:_REASON]


def _unstorable(value: object, depth: int = 0) -> str:
    """Why a value cannot be kept or shown; empty if it can."""
    if depth > _DEEPEST:
        return "is too deep"
    match value:
        case str():
            return _untellable(value)
        case bool() | None:
            return ""
        case int():
            return "" if -(2**63) <= value < 2**63 else "is too large a number"
        case float():
            return "" if isfinite(value) else "is not a number"
        case dict():
            inner = [*(_untellable(str(name)) for name in value)]
            inner += [_unstorable(each, depth + 1) for each in value.values()]
            return next(filter(None, inner), "")
        case list():
            return next(filter(None, (_unstorable(each, depth + 1) for each in value)), "")
        case _:
            return f"cannot be written as JSON: {type(value).__name__}"


def _untellable(text: str) -> str:
    if "\x00" in text:
        return "holds a NUL character, which no database takes"
    if any("\ud800" <= each <= "\udfff" for each in text):
        return "is not text that can be written as UTF-8"
    return ""
