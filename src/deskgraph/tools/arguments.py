"""Arguments from a signature: their JSON Schema, the check of what was given, and the values for the call."""

from collections.abc import Iterator, Mapping, Set
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError, to_json

from deskgraph.tools.checked import Checked
from deskgraph.tools.plain import plain
from deskgraph.tools.types import is_amount


class TypedArguments:
    """The arguments of one tool, made from the fields of its signature."""

    def __init__(self, name: str, fields: Mapping[str, FieldInfo]) -> None:
        self._fields = dict(fields)
        definitions: dict[str, Any] = {each: (info.annotation, info) for each, info in fields.items()}
        self._model: type[BaseModel] = create_model(
            name, __config__=ConfigDict(extra="forbid", frozen=True), **definitions
        )
        # Whole fields are checked one by one, so that a wrong amount does not lose a right order number.
        self._adapters: dict[str, TypeAdapter[object]] = {
            each: TypeAdapter(_annotated(info)) for each, info in self._model.model_fields.items()
        }

    def schema(self) -> dict[str, Any]:
        return self._model.model_json_schema(mode="validation")

    def amounts(self) -> dict[str, bool]:
        return {name: is_amount(info.annotation) for name, info in self._fields.items()}

    def check(self, given: Mapping[str, object]) -> Checked:
        """Sort what was given. Nothing is coerced but a number's digits to Decimal and ISO text to a date."""
        arguments: dict[str, JsonValue] = {}
        missing: list[str] = []
        invalid: dict[str, str] = {}
        for name, info in self._fields.items():
            value = self._given(name, info, given)
            if value is _LEFT_OUT and info.is_required():
                missing.append(name)
                continue
            try:
                arguments[name] = plain(self._value(name, info, value))
            except ValueError as error:
                invalid[name] = _reason(error)
        return Checked(
            arguments, tuple(_dropped(given, arguments, {*missing, *invalid})), tuple(missing), invalid
        )

    def values(self, checked: Checked) -> dict[str, object]:
        return {
            name: self._value(name, self._fields[name], value) for name, value in checked.arguments.items()
        }

    def _given(self, name: str, info: FieldInfo, given: Mapping[str, object]) -> object:
        """An empty text is what a form sends for a field that nobody filled in, and null what a model
        does."""
        value = given.get(name, _LEFT_OUT)
        if isinstance(value, str) and not value.strip():
            return _LEFT_OUT
        return _LEFT_OUT if value is None and info.is_required() and not self._takes_none(name) else value

    def _takes_none(self, name: str) -> bool:
        try:
            self._adapters[name].validate_json("null", strict=True)
        except ValidationError:
            return False
        return True

    def _value(self, name: str, info: FieldInfo, value: object) -> object:
        if value is _LEFT_OUT:
            value = plain(info.get_default(call_default_factory=True, validated_data={}))
        return self._adapters[name].validate_json(to_json(value), strict=True)


_LEFT_OUT = object()


def _annotated(info: FieldInfo) -> Any:
    return Annotated[info.annotation, info]


def _dropped(given: object, kept: object, reported: Set[str] = frozenset()) -> Iterator[str]:
    """Names that were given and are not kept, dotted where they lie deeper."""
    match given, kept:
        case Mapping(), dict():
            for name, value in given.items():
                if name in kept:
                    yield from (f"{name}.{below}" for below in _dropped(value, kept[name]))
                elif name not in reported:
                    yield str(name)
        case list(), list():
            for place, (value, left) in enumerate(zip(given, kept, strict=False)):
                yield from (f"{place}.{below}" for below in _dropped(value, left))


def _reason(error: ValueError) -> str:
    match error:
        case ValidationError():
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            message = first["msg"][:1].lower() + first["msg"][1:]
            return f"is not valid: {f'{place}: ' if place else ''}{message}"
        case PydanticSerializationError():
            return "is not text that can be written as UTF-8"
        case _:
            return str(error)
