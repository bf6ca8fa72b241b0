"""Fill the order book from a folder that holds a db.json."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection
from examples.retail.book import QUERIES

SAMPLE = Path(__file__).with_name("sample")
PARTS = ("products", "users", "orders")
_AT_A_TIME = 200


class NoBook(Exception):
    """What the folder holds is no order book, or there is one already."""


async def fill(
    conn: Connection, folder: Path, *, fresh: bool = False, progress: Callable[[str], None] = print
) -> None:
    """Fill the empty order book in the caller's transaction; `fresh` empties it first. Raises `NoBook`."""
    book = _read(folder / "db.json")
    if fresh:
        await database.run(conn, QUERIES["empty"])
    if count := await database.value(conn, QUERIES["filled"]):
        raise NoBook(f"The order book has {count} users; --fresh forgets all it holds and makes it anew.")
    for part in PARTS:
        rows = iter(book[part].values())
        done = 0
        while some := list(islice(rows, _AT_A_TIME)):
            try:
                await database.run(conn, QUERIES[f"add_{part}"], rows=Jsonb(some))
            except psycopg.DatabaseError as error:
                why = " ".join(filter(None, (error.diag.message_primary, error.diag.message_detail)))
                raise NoBook(
                    f"{folder / 'db.json'}: {part} {done + 1} to {done + len(some)}: {why}"
                ) from error
            done += len(some)
            progress(f"{part}: {done} of {len(book[part])}")


def _read(file: Path) -> dict[str, dict[str, Any]]:
    try:
        book = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NoBook(f"{file} cannot be read: {error}") from error
    if not isinstance(book, dict) or not all(isinstance(book.get(part), dict) for part in PARTS):
        raise NoBook(f"{file} is no order book: it needs an object each of {', '.join(PARTS)}, by id.")
    return book
