"""How this desk connects, and what it says when that does not work: one line, without the password."""

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from deskgraph.database.rows import Connection
from deskgraph.errors import DatabaseUnavailable, DeskError, Misconfigured

CHECKPOINTS = "checkpoints"
# Seconds, the last in milliseconds: a network that falls silent is noticed in half a minute.
_TIMES = {
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_OLDEST = 150_000
# SQLSTATE classes and codes that say the server is away or full, and nothing of the statement.
_AWAY = ("08", "57P", "53300")


def arguments(url: str, *, schema: str | None = None) -> dict[str, Any]:
    """What every connection is opened with, besides the address. `schema`: the only one it sees, for the SQL of a
    library that names none."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Its text repeats the address, which may hold a password.
        raise Misconfigured(
            "DESKGRAPH_DATABASE_URL is no address of a PostgreSQL database.",
            "It looks like postgresql://user:password@host:5432/name.",
        ) from None
    chosen: dict[str, Any] = {"autocommit": True, "row_factory": dict_row}
    chosen |= {name: value for name, value in _TIMES.items() if name not in given}
    if schema:
        chosen["options"] = f"{given.get('options') or ''} -c search_path={schema}".strip()
        chosen["prepare_threshold"] = 0
    return chosen


async def connect(url: str, *, schema: str | None = None) -> Connection:
    """One connection to a database that we can use. `DatabaseUnavailable` when nothing answers there,
    `Misconfigured` when it is none of ours: too old, or not in UTF-8."""
    try:
        conn: Connection = await psycopg.AsyncConnection.connect(url, **arguments(url, schema=schema))
    except psycopg.OperationalError as error:
        raise unavailable(error) from error
    if fault := _fault(conn):
        await conn.close()
        raise fault
    return conn


def is_away(error: psycopg.Error) -> bool:
    """Whether an error means that the database cannot be reached. A deadlock or a cancelled statement does not."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(_AWAY)


def unavailable(error: psycopg.Error) -> DatabaseUnavailable:
    """The error of a door: what, why and what to do on one line."""
    return DatabaseUnavailable(
        f"The database cannot be reached: {reason(error)}",
        "Check that it runs and that DESKGRAPH_DATABASE_URL names it.",
    )


def reason(error: psycopg.Error) -> str:
    """The first line of what PostgreSQL or its library says, as a sentence."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return f"{lines[0].removeprefix('connection failed: ')[:200].rstrip('.: ')}."


def _fault(conn: Connection) -> DeskError | None:
    version = conn.info.server_version
    if version < _OLDEST:
        return Misconfigured(
            f"The database is PostgreSQL {version // 10_000}; deskgraph needs 15 or newer.",
            "Upgrade it, or set DESKGRAPH_DATABASE_URL to another.",
        )
    encoding = conn.info.parameter_status("server_encoding")
    # Absent behind poolers that do not pass it on.
    if encoding not in {"UTF8", None}:
        return Misconfigured(
            f"The database is encoded in {encoding}; deskgraph needs UTF8.",
            "Create one with `create database deskgraph encoding 'UTF8' template template0`.",
        )
    return None
