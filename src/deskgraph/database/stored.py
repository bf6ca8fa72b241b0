"""Settings that people change while the desk runs: a row each, a JSON value."""

from typing import Any

from psycopg.types.json import Jsonb

from deskgraph.database.named import load
from deskgraph.database.rows import Connection, run, value

QUERIES = load(__file__)


async def get_setting(conn: Connection, key: str) -> Any | None:
    """The stored value, or None."""
    return await value(conn, QUERIES["get_setting"], key=key)


async def put_setting(conn: Connection, key: str, stored: Any) -> None:
    """Store a value; the last one counts."""
    await run(conn, QUERIES["put_setting"], key=key, value=Jsonb(stored))


async def first_setting(conn: Connection, key: str, stored: Any) -> Any:
    """Store a value unless there is one; the one that is there. Of two that come at once, one counts for both."""
    return await value(conn, QUERIES["first_setting"], key=key, value=Jsonb(stored))
