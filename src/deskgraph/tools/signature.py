"""From a tool's signature to the fields of its arguments. What cannot be asked for in a form is refused at
import."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from deskgraph.errors import BadPack
from deskgraph.tools.context import RESERVED, ToolContext
from deskgraph.tools.docstring import argument_help
from deskgraph.tools.types import renamed, unsupported

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def fields_of(function: Callable[..., object]) -> dict[str, FieldInfo]:
    """Argument name to field, in order. `BadPack` with the fix for every way a signature can be wrong."""
    name = f"Tool {function.__name__!r}"
    hints = _hints(name, function)
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters or hints.get(parameters[0].name) is not ToolContext:
        raise BadPack(
            f"{name} does not take a ToolContext first.", "Begin its signature with `context: ToolContext`."
        )
    if hints.get("return") is not str:
        raise BadPack(f"{name} does not say that it returns text.", "Annotate it with `-> str`.")
    help_by_name = argument_help(function.__doc__ or "")
    taken = [each.name for each in parameters[1:]]
    if strange := sorted(help_by_name.keys() - set(taken)):
        raise BadPack(
            f"{name} explains {strange[0]!r}, and takes no such argument.",
            f"Its arguments: {', '.join(taken) or 'none'}.",
        )
    return {each.name: _field(name, each, hints, help_by_name) for each in parameters[1:]}


def _hints(name: str, function: Callable[..., object]) -> dict[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except (NameError, TypeError) as error:
        raise BadPack(
            f"{name} has an annotation that cannot be read: {error}.",
            "Import its types at module level, outside TYPE_CHECKING.",
        ) from error


def _field(
    name: str, parameter: inspect.Parameter, hints: Mapping[str, Any], help_by_name: Mapping[str, str]
) -> FieldInfo:
    argument = parameter.name
    if parameter.kind not in _NAMED:
        raise BadPack(
            f"{name}: {parameter} is not one named argument.", "Name every argument; no *args or **kwargs."
        )
    if argument not in hints:
        raise BadPack(
            f"{name}: the argument {argument!r} has no annotation.", f"Write `{argument}: str`, or its type."
        )
    # A pydantic model of arguments cannot have a field named like one of its own attributes.
    if argument in RESERVED or argument.startswith(("_", "model_")) or hasattr(BaseModel, argument):
        raise BadPack(
            f"{name}: the argument {argument!r} is not a model's to set.",
            "Read what the run fills in from the context; name anything else differently.",
        )
    if why := unsupported(hints[argument]):
        raise BadPack(
            f"{name}: the argument {argument!r} has a type that no form can ask for: {why}.", _TYPES
        )
    if parameter.default is inspect.Parameter.empty:
        field = FieldInfo.from_annotation(hints[argument])
    else:
        field = FieldInfo.from_annotated_attribute(hints[argument], parameter.default)
    if renamed(field):
        raise BadPack(f"{name}: the argument {argument!r} has an alias.", "Name the argument itself so.")
    field.description = help_by_name.get(argument) or field.description
    if not (field.description or "").strip():
        raise BadPack(
            f"{name}: nothing explains the argument {argument!r}, to models or to whoever approves.",
            f"Write `{argument}: ...` below `Args:` in the docstring, or Field(description=...).",
        )
    return field


_TYPES = (
    "Use str, int, bool, Decimal, date, Literal, Enum, a pydantic model of these, a list of one of these, "
    "or one of these or None."
)
