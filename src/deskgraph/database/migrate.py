"""Numbered plain SQL, forward only, safe from several processes at once.

Migrations lie beside the package in a wheel and at the top of a checkout. After ours come the tables of the queue
(its own schema file) and of the checkpointer (in a schema of their own), each noted in the same ledger.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from deskgraph.database.named import load
from deskgraph.database.pool import CHECKPOINTS, unavailable
from deskgraph.database.rows import Connection, value
from deskgraph.errors import BadMigration

QUERIES = load(__file__)
# Any number that no other program in this database uses: 'deskgrph' in ASCII.
_LOCK = 0x6465736B67727068 & 0x7FFFFFFFFFFFFFFF
_EXTENSIONS = ("vector", "pg_trgm", "unaccent")


def migration_files() -> list[Path]:
    """The numbered files, in order."""
    package = Path(__file__).parents[1]
    folders = (package / "migrations", package.parents[1] / "migrations")
    return sorted(next(folder for folder in folders if folder.is_dir()).glob("[0-9]*.sql"))


async def migrate(url: str) -> list[str]:
    """Apply what is missing; gives the names applied. Raises `BadMigration` for a file that changed after it was
    applied, and for a database that is newer than this program."""
    try:
        conn = await psycopg.AsyncConnection.connect(
            url, autocommit=True, row_factory=dict_row, connect_timeout=5
        )
    except psycopg.OperationalError as error:
        raise unavailable(error) from error
    async with conn, _locked(conn):
        await conn.execute(QUERIES["create_ledger"])
        todo = await pending(conn)
        await _extensions(conn)
        for path in migration_files():
            if path.name in todo:
                await _apply(conn, path.name, path.read_text(encoding="utf-8"))
        if _queue_name() in todo:
            await _apply(conn, _queue_name(), _queue_schema())
        if _checkpoint_name() in todo:
            await _checkpointer(url)
            await _record(conn, _checkpoint_name(), "")
    return todo


async def pending(conn: Connection) -> list[str]:
    """Names of what is not applied yet, in order."""
    known = {path.name: _checksum(path.read_text(encoding="utf-8")) for path in migration_files()}
    names = [*known, _queue_name(), _checkpoint_name()]
    if not await value(conn, QUERIES["has_ledger"]):
        return names
    applied = {
        row["name"]: row["checksum"] for row in await (await conn.execute(QUERIES["applied"])).fetchall()
    }
    for name, checksum in applied.items():
        if name[0].isdigit() and name not in known:
            raise BadMigration(
                f"The database has migration {name}, which this program does not know.", "Upgrade it."
            )
        if name in known and checksum != known[name]:
            raise BadMigration(
                f"Migration {name} was changed after it was applied.", "Write a new number instead."
            )
    return [name for name in names if name not in applied]


async def _apply(conn: Connection, name: str, sql: str) -> None:
    async with conn.transaction():
        await conn.execute(sql.encode())
        await _record(conn, name, _checksum(sql))


async def _record(conn: Connection, name: str, checksum: str) -> None:
    await conn.execute(QUERIES["record"], {"name": name, "checksum": checksum})


async def _extensions(conn: Connection) -> None:
    """Those that the database has and lets us make; without pgvector search is lexical and says so."""
    for name in _EXTENSIONS:
        if await value(conn, QUERIES["extension_offered"], name=name):
            with contextlib.suppress(psycopg.errors.InsufficientPrivilege):
                await conn.execute(
                    psycopg.sql.SQL("create extension if not exists {}").format(psycopg.sql.Identifier(name))
                )


def _queue_name() -> str:
    return "procrastinate 3"


def _queue_schema() -> str:
    from procrastinate.schema import SchemaManager

    return SchemaManager.get_schema()


def _checkpoint_name() -> str:
    return "checkpoints 3"


async def _checkpointer(url: str) -> None:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    async with await psycopg.AsyncConnection.connect(
        url,
        autocommit=True,
        row_factory=dict_row,
        prepare_threshold=0,
        options=f"-c search_path={CHECKPOINTS}",
    ) as conn:
        schema = psycopg.sql.Identifier(CHECKPOINTS)
        await conn.execute(psycopg.sql.SQL("create schema if not exists {}").format(schema))
        await AsyncPostgresSaver(conn).setup()


@contextlib.asynccontextmanager
async def _locked(conn: Connection) -> AsyncIterator[None]:
    """One process at a time. The lock is polled: the checkpointer's `CREATE INDEX CONCURRENTLY` waits for every
    session that itself waits for a lock."""
    while not await value(conn, QUERIES["try_lock"], key=_LOCK):  # noqa: ASYNC110  # other processes set no event
        await asyncio.sleep(0.1)
    try:
        yield
    finally:
        await conn.execute(QUERIES["unlock"], {"key": _LOCK})


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
