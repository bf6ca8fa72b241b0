"""The page of settings, from the fields of `Settings` and the comments that group them."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo

from deskgraph.settings import Settings
from docs.generate.tables import GENERATED, table

_INTRODUCTION = """\
Every setting is read from the environment, or from a file `.env` in the folder where the program starts; the
environment wins. A running process keeps what it started with.
"""


def settings_page() -> str:
    parts = ["# Settings", GENERATED, _INTRODUCTION.strip()]
    for title, names in _groups():
        rows = [_row(name, Settings.model_fields[name]) for name in names]
        parts += [f"## {title}", table(["Environment", "Default", "Bounds", "What it is, and why"], rows)]
    return "\n\n".join(parts) + "\n"


def _row(name: str, field: FieldInfo) -> list[str]:
    return [f"`DESKGRAPH_{name.upper()}`", _default(field.default), _bounds(field), field.description or ""]


def _default(value: Any) -> str:
    if value is None or value == ():
        return "unset"
    return f"`{value}`"


def _bounds(field: FieldInfo) -> str:
    found = []
    for rule in field.metadata:
        match rule:
            case Ge(ge=limit):
                found.append(f"at least {limit}")
            case Gt(gt=limit):
                found.append(f"more than {limit}")
            case Le(le=limit):
                found.append(f"at most {limit}")
            case Lt(lt=limit):
                found.append(f"less than {limit}")
    return ", ".join(found)


def _groups() -> Iterator[tuple[str, list[str]]]:
    """The comments in the class's body, each with the fields below it."""
    title, names = "", list[str]()
    for line in inspect.getsource(Settings).splitlines():
        if comment := re.match(r"    # (.+)", line):
            if names:
                yield title, names
            title, names = comment[1], []
        elif (field := re.match(r"    (\w+): ", line)) and field[1] in Settings.model_fields:
            names.append(field[1])
    yield title, names
