"""Rows as values: what a statement gives, as typed dataclasses or models. The caller opens the transaction."""

from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.rows import class_row

Connection = psycopg.AsyncConnection[dict[str, Any]]
T = TypeVar("T")


async def one(conn: Connection, sql: LiteralString, cls: type[T], **params: Any) -> T | None:
    """The first row as a `cls`, or None."""
    async with conn.cursor(row_factory=class_row(cls)) as cursor:
        await cursor.execute(sql, params)
        return await cursor.fetchone()


async def many(conn: Connection, sql: LiteralString, cls: type[T], **params: Any) -> list[T]:
    """All rows as `cls`."""
    async with conn.cursor(row_factory=class_row(cls)) as cursor:
        await cursor.execute(sql, params)
        return await cursor.fetchall()


async def value(conn: Connection, sql: LiteralString, **params: Any) -> Any:
    """The first column of the first row, or None."""
    cursor = await conn.execute(sql, params)
    row = await cursor.fetchone()
    return next(iter(row.values())) if row else None


async def run(conn: Connection, sql: LiteralString, **params: Any) -> int:
    """How many rows the statement touched."""
    return (await conn.execute(sql, params)).rowcount
