"""The order book of a database, as a db.json would hold it."""

import json
from decimal import Decimal
from typing import Any

from bench.gold.reference import Book
from deskgraph.database import Connection, load

QUERIES = load(__file__)
PARTS = ("products", "users", "orders")


async def written(conn: Connection) -> dict[str, dict[str, str]]:
    """Part to id to row, each row one text that is always the same for the same row."""
    found: dict[str, dict[str, str]] = {}
    for part in PARTS:
        rows = await (await conn.execute(QUERIES[part])).fetchall()
        found[part] = {row["id"]: row["row"] for row in rows}
    return found


async def done_keys(conn: Connection) -> list[str]:
    """Under which keys the tools say they did something."""
    return [row["key"] for row in await (await conn.execute(QUERIES["done"])).fetchall()]


def differences(found: dict[str, dict[str, str]], wanted: Book) -> list[str]:
    """The rows that are not as they should be."""
    return [
        f"{part} {number}"
        for part in PARTS
        for number in sorted(found[part].keys() | wanted[part].keys())
        if _row(found[part].get(number)) != wanted[part].get(number)
    ]


def _row(text: str | None) -> Any:
    if text is None:
        return None
    row = json.loads(text, parse_float=Decimal)
    # The tools keep an amount in the digits it has.
    if "exchange_price_difference" in row:
        row["exchange_price_difference"] = Decimal(row["exchange_price_difference"])
    return row
