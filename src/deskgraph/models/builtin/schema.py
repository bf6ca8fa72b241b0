"""The JSON schema of a tool's arguments, as far as the planner reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deskgraph.models.builtin.offers import name_words


@dataclass(frozen=True)
class Field:
    """One argument. `kinds` are the JSON types it takes, without null; `words` its name in words."""

    name: str
    kinds: frozenset[str]
    required: bool
    words: tuple[str, ...]
    format: str = ""
    pattern: str = ""
    choices: tuple[str, ...] = ()
    help: str = ""

    def says(self, *any_of: str) -> bool:
        """Whether one of these words is in the name, as a word of its own or as its plural."""
        return any(word.removesuffix("s") in any_of or word in any_of for word in self.words)


def fields(schema: Mapping[str, Any]) -> list[Field]:
    """The arguments of an object schema, in order; what is not readable as such is left out."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return []
    required = schema.get("required") or ()
    return [
        _field(name, _plain(rule, schema), required=name in required)
        for name, rule in properties.items()
        if isinstance(rule, dict)
    ]


def _field(name: str, rules: list[dict[str, Any]], *, required: bool) -> Field:
    first = next((rule for rule in rules if rule.get("type") != "null"), {})
    items = first.get("items")
    inner = items if isinstance(items, dict) else first
    return Field(
        name=name,
        kinds=frozenset(str(rule["type"]) for rule in rules if rule.get("type", "null") != "null"),
        required=required,
        words=tuple(name_words(name)),
        format=str(first.get("format", "")),
        pattern=str(inner.get("pattern", "")),
        choices=tuple(dict.fromkeys(choice for rule in (inner, *rules) for choice in _choices(rule))),
        help=str(first.get("description", "")),
    )


def _plain(rule: dict[str, Any], schema: Mapping[str, Any], depth: int = 4) -> list[dict[str, Any]]:
    """The alternatives of a rule with references followed; a type list becomes one alternative a type."""
    if depth and isinstance(rule.get("$ref"), str):
        found = schema.get("$defs", {}).get(rule["$ref"].rsplit("/", 1)[-1], {})
        return _plain(
            {**found, **{key: value for key, value in rule.items() if key != "$ref"}}, schema, depth - 1
        )
    for key in ("anyOf", "oneOf", "allOf"):
        if depth and isinstance(rule.get(key), list):
            outer = {name: value for name, value in rule.items() if name != key}
            inner = [option for option in rule[key] if isinstance(option, dict)]
            return [{**outer, **found} for option in inner for found in _plain(option, schema, depth - 1)]
    if isinstance(rule.get("type"), list):
        return [{**rule, "type": kind} for kind in rule["type"]]
    if "type" not in rule and ("enum" in rule or "const" in rule):
        return [{**rule, "type": "string"}]
    return [rule]


def _choices(rule: Mapping[str, Any]) -> list[str]:
    found = rule.get("enum") or ([rule["const"]] if "const" in rule else [])
    return [choice for choice in found if isinstance(choice, str)]
