"""What a command prints: one JSON document, or text for people."""

import json
from collections.abc import Sequence
from typing import Any

import click
from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text


def wants_json() -> bool:
    """Whether --json was given."""
    return bool(click.get_current_context().find_root().meta.get("json"))


def put(document: Any, text: str | Table | None = None) -> None:
    """Print the document with --json, otherwise the text or table. A model prints as its JSON names say."""
    if wants_json():
        click.echo(json.dumps(to_jsonable_python(document, by_alias=True), indent=2, ensure_ascii=False))
    elif isinstance(text, Table):
        _console().print(text)
    elif text is not None:
        click.echo(plain(text))


def notice(text: str) -> None:
    """A line for people beside the result."""
    click.echo(plain(text), err=True)


def plain(text: str) -> str:
    """Text that cannot steer a terminal: customers write what is printed here."""
    return "".join(
        sign if sign in "\n\t" or sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """A table whose last column takes what room there is."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for title in head:
        drawn.add_column(title, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(plain("" if cell is None else str(cell))) for cell in row))
    return drawn


def one_line(text: str, width: int = 60) -> str:
    """The beginning of a text."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "\N{HORIZONTAL ELLIPSIS}"


def document(model: BaseModel, **more: Any) -> dict[str, Any]:
    """A model's document with more members."""
    return {**model.model_dump(mode="json", by_alias=True), **more}


def _console() -> Console:
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 160
    return console
