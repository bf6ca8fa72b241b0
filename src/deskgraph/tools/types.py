"""The types that an argument may have: those that a form can ask for and that JSON can say exactly."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_PLAIN = (str, int, bool, Decimal, date)
_INSTEAD = {
    float: "float is not exact (use Decimal)",
    tuple: "tuple (use a list)",
    set: "set (use a list)",
    dict: "dict (use a pydantic model)",
    list: "list without the type of its items (use list[str])",
}


def unsupported(annotation: Any) -> str:
    """Why this type cannot be an argument's; empty if it can."""
    return next(_reasons(annotation, ()), "")


def _reasons(annotation: Any, within: tuple[type[BaseModel], ...]) -> Iterator[str]:
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN or origin is Literal or _is_a(annotation, Enum):
        return
    if origin is Annotated:
        yield from _reasons(inner[0], within)
    elif origin in (Union, UnionType):
        yield from _reasons_of_union(annotation, within)
    elif origin is list:
        yield from _reasons(inner[0], within)
    elif _is_a(annotation, BaseModel):
        yield from _reasons_of_model(annotation, within)
    else:
        yield _INSTEAD.get(origin or annotation, getattr(annotation, "__name__", str(annotation)))


def _reasons_of_union(annotation: Any, within: tuple[type[BaseModel], ...]) -> Iterator[str]:
    members = [member for member in get_args(annotation) if member is not NoneType]
    if len(members) > 1:
        yield f"{annotation} is one of several types"
    else:
        yield from _reasons(members[0], within)


def _reasons_of_model(model: type[BaseModel], within: tuple[type[BaseModel], ...]) -> Iterator[str]:
    if model in within:
        yield f"{model.__name__} holds itself"
        return
    for name, field in model.model_fields.items():
        if renamed(field):
            yield f"{model.__name__}.{name} has an alias"
        for why in _reasons(field.annotation, (*within, model)):
            yield f"{model.__name__}.{name}: {why}"


def renamed(field: FieldInfo) -> bool:
    """Whether JSON calls the field by another name: what was approved could then not be read back."""
    return bool(field.alias or field.validation_alias or field.serialization_alias)


def is_amount(annotation: Any) -> bool:
    """Whether it is a Decimal or a whole number, or None besides: what has a most."""
    if annotation in (Decimal, int):
        return True
    members = [each for each in get_args(annotation) if each is not NoneType]
    if get_origin(annotation) is Annotated:
        return is_amount(members[0])
    return get_origin(annotation) in (Union, UnionType) and len(members) == 1 and is_amount(members[0])


def _is_a(annotation: Any, kind: type) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, kind)
