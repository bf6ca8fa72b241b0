"""Arguments of a server's tool that the run fills in: no model and no correction says whose records it reaches."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from deskgraph.errors import BadPack
from deskgraph.tools.context import ToolContext

Source = Literal["customer_email", "customer_id", "ticket_id", "run_id", "actor", "idempotency_key"]
SOURCES: tuple[Source, ...] = get_args(Source)
# Those that say whose ticket it is. Who asked may be one of the team, and a run's number says nothing to a server.
WHOSE: frozenset[Source] = frozenset({"customer_email", "customer_id", "ticket_id"})

Fill = Mapping[str, Source]

_NUMBERS: frozenset[Source] = frozenset({"customer_id", "ticket_id", "run_id"})
# What may say of one argument that another needs it: without the one, nobody could hold to it.
_COUPLES = frozenset(
    {
        *("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "$dynamicRef"),
        *("dependentRequired", "dependentSchemas", "dependencies", "propertyNames"),
        *("minProperties", "maxProperties"),
    }
)


def refuse_anybodys(fill: Fill) -> None:
    """Raise `BadPack` for a tool that reads whatever a model asks it for, while nobody looks. That holds for the team's
    runs as well: they act for the ticket's customer, and read what the customer wrote."""
    if not WHOSE & set(fill.values()):
        raise BadPack(
            "It only reads, and nothing says whose records. Name the argument that does in `fill`, with one of "
            f'{", ".join(sorted(WHOSE))}; or say `"holds": "public"` if it gives nothing of any customer\'s; or '
            "leave out `read_only`, so that a person looks first."
        )


def rest_of(schema: Mapping[str, Any], fill: Fill, policy: str) -> dict[str, Any]:
    """The schema of what is left to models and people. `BadPack` if the run cannot fill in what it is to."""
    if policy == "read_only" and "idempotency_key" in fill.values():
        raise BadPack("It only reads, and a call that only reads has no idempotency_key to fill in.")
    properties = schema.get("properties", {})
    for name, source in fill.items():
        if name not in properties:
            known = ", ".join(properties) or "none"
            raise BadPack(f"`fill` names {name!r}, which is no argument of it. It takes: {known}.")
        _kind(name, source, properties[name])
    if coupling := sorted(_COUPLES & set(schema)) if fill else []:
        raise BadPack(f"Its schema couples arguments ({', '.join(coupling)}), so that none can be filled in.")
    rest = {**schema, "properties": {name: rule for name, rule in properties.items() if name not in fill}}
    if isinstance(needed := schema.get("required"), list):
        rest["required"] = [name for name in needed if name not in fill]
    return rest


def filled(schema: Mapping[str, Any], fill: Fill, context: ToolContext) -> dict[str, object]:
    """The run's values, in the types of the schema."""
    properties = schema.get("properties", {})
    return {
        name: _kind(name, source, properties[name])(getattr(context, source)) for name, source in fill.items()
    }


def shown(fill: Fill, context: ToolContext) -> dict[str, str]:
    """The same for a person who is asked: a call has its key only when it is made."""
    return {
        name: "the key of this call" if source == "idempotency_key" else str(getattr(context, source))
        for name, source in fill.items()
    }


def _kind(name: str, source: Source, rule: object) -> type[int] | type[str]:
    """A number where the schema takes one, else text. `BadPack` where it takes neither."""
    types = set(_types(rule))
    if source in _NUMBERS and types & {"integer", "number"}:
        return int
    if types and "string" not in types:
        raise BadPack(f"`fill` gives {name!r} the {source}, and it takes {' or '.join(sorted(types))} only.")
    return str


def _types(rule: object) -> Iterator[str]:
    """The types that a rule names; none where it does not say."""
    if not isinstance(rule, dict):
        return
    told = rule.get("type", [])
    yield from (each for each in ([told] if isinstance(told, str) else told) if isinstance(each, str))
    for part in (*rule.get("anyOf", ()), *rule.get("oneOf", ())):
        yield from _types(part)
