"""The form of an approval: a field for each argument, and the correction that is read back from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from deskgraph.web import arguments, shapes

PREFIX = "argument."


@dataclass(frozen=True)
class Field:
    """One argument in a form."""

    name: str
    title: str
    help: str
    value: str
    control: Literal["line", "number", "choice", "json"]
    choices: tuple[str, ...]
    required: bool

    @property
    def id(self) -> str:
        return PREFIX + self.name


def fields(approval: shapes.Approval, typed: Mapping[str, str]) -> tuple[Field, ...]:
    """A field for each argument of the tool, filled with what is proposed, or with what was typed."""
    schema = approval.schema_
    required = schema.get("required", ())
    return tuple(
        Field(
            name=name,
            title=name.replace("_", " ").capitalize(),
            help=str(spec.get("description", "")),
            value=typed.get(PREFIX + name, arguments.written(approval.arguments.get(name))),
            control=_control(schema, spec),
            choices=_choices(schema, spec, name in required),
            required=name in required,
        )
        for name, spec in arguments.properties(schema).items()
    )


def correction(approval: shapes.Approval, typed: Mapping[str, str]) -> dict[str, Any] | None:
    """All arguments with what was changed in the form; None when nothing was: a plain yes stays one."""
    schema = approval.schema_
    changed = {
        name: arguments.read(schema, name, raw)
        for name in arguments.properties(schema)
        if (raw := typed.get(PREFIX + name)) is not None
        and raw != arguments.written(approval.arguments.get(name))
    }
    return {**approval.arguments, **changed} if changed else None


def replacement(approval: shapes.Approval, typed: Mapping[str, str]) -> str | None:
    """The draft as it was edited; None when it was not. Browsers send line ends of their own."""
    text = typed.get("text")
    if approval.text is None or text is None:
        return None
    text = text.replace("\r\n", "\n")
    return None if text == approval.text.replace("\r\n", "\n") else text


def _control(
    schema: Mapping[str, Any], spec: Mapping[str, Any]
) -> Literal["line", "number", "choice", "json"]:
    if not arguments.is_simple(schema, spec):
        return "json"
    if arguments.choices(schema, spec) or arguments.types(schema, spec) - {"null"} == {"boolean"}:
        return "choice"
    return "number" if arguments.types(schema, spec) & {"number", "integer"} else "line"


def _choices(schema: Mapping[str, Any], spec: Mapping[str, Any], required: bool) -> tuple[str, ...]:
    named = arguments.choices(schema, spec)
    if not named and arguments.types(schema, spec) - {"null"} == {"boolean"}:
        named = ["true", "false"]
    return tuple(named if required else ["", *named]) if named else ()
