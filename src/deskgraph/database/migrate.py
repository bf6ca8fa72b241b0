"""Numbered plain SQL, forward only, safe from several processes at once.

Each file is a transaction of its own, and its checksum is kept. What libraries keep in this database comes after ours
(`borrowed`), noted in the same ledger.
"""

import asyncio
import hashlib
import re
import time
from pathlib import Path

import psycopg

from deskgraph.database import borrowed
from deskgraph.database.connecting import connect, is_away, reason, unavailable
from deskgraph.database.extensions import make_extensions
from deskgraph.database.named import load
from deskgraph.database.rows import Connection, value
from deskgraph.errors import BadMigration, DatabaseUnavailable

QUERIES = load(__file__)
_PACKAGE = Path(__file__).parents[1]
# Beside the package in a wheel, at the top of a checkout.
_FOLDERS = (_PACKAGE / "migrations", _PACKAGE.parents[1] / "migrations")
_FILE = re.compile(r"(\d{4})_\w+\.sql")
# A number that no other program in this database uses: 'deskgrph' in ASCII.
_LOCK = 0x6465736B67727068
_LOCK_SECONDS = 300.0


async def migrate(url: str, folder: Path | None = None) -> list[str]:
    """Apply what is missing; gives the names applied. Raises `BadMigration` for a file that fails or was changed
    after it was applied, and for a database that is newer than this program."""
    async with await connect(url) as conn:
        try:
            # A lock of the session, that goes with it. It is polled: the checkpointer's CREATE INDEX CONCURRENTLY
            # waits for every session that itself waits for a lock.
            until = time.monotonic() + _LOCK_SECONDS
            while not await value(conn, QUERIES["try_lock"], key=_LOCK):
                if time.monotonic() > until:
                    raise DatabaseUnavailable("Another process is migrating the database and does not end.")
                await asyncio.sleep(0.05)
            await conn.execute(QUERIES["create_ledger"])
            await make_extensions(conn)
            todo = await pending(conn, folder)
            files = migration_files(folder)
            for name in todo:
                await _apply(conn, url, name, files.get(name) or borrowed.sql(name))
        except psycopg.Error as error:
            if is_away(error):
                raise unavailable(error) from error
            raise BadMigration(f"The database cannot be migrated: {reason(error)}") from error
    return todo


async def pending(conn: Connection, folder: Path | None = None) -> list[str]:
    """Names of what is not applied yet, in order. Raises `BadMigration` as `migrate` does."""
    files = {name: _checksum(sql) for name, sql in migration_files(folder).items()}
    applied: dict[str, str] = {}
    if await value(conn, QUERIES["has_ledger"]):
        rows = await (await conn.execute(QUERIES["applied"])).fetchall()
        applied = {row["name"]: row["checksum"] for row in rows}
    ours = [name for name in applied if _FILE.fullmatch(name)]
    for name in ours:
        if name not in files:
            raise BadMigration(
                f"The database is newer than this program: it has {name}.", "Upgrade deskgraph."
            )
        if applied[name] != files[name]:
            raise BadMigration(
                f"Migration {name} was changed after it was applied.", "Put it back; add a new number."
            )
    missing = [name for name in files if name not in applied]
    if missing and ours and missing[0] < max(ours):
        raise BadMigration(
            f"Migration {missing[0]} is older than {max(ours)}, which is applied.", "Renumber it."
        )
    return [*missing, *borrowed.pending(applied)]


def migration_files(folder: Path | None = None) -> dict[str, str]:
    """The numbered files, in order: name to SQL. Raises `BadMigration` when a number is missing or there twice."""
    found = folder or next(each for each in _FOLDERS if each.is_dir())
    names = sorted(path.name for path in found.glob("*.sql"))
    for number, name in enumerate(names, 1):
        match = _FILE.fullmatch(name)
        if match is None or int(match[1]) != number:
            raise BadMigration(
                f"Migration {name} should be number {number:04}.", "Numbers go up by one, `0001_name.sql`."
            )
    return {name: (found / name).read_text(encoding="utf-8") for name in names}


async def _apply(conn: Connection, url: str, name: str, sql: str | None) -> None:
    try:
        if sql is None:
            await borrowed.set_up_checkpoints(url)
        async with conn.transaction():
            if sql is not None:
                await conn.execute(sql.encode())
            await conn.execute(QUERIES["record"], {"name": name, "checksum": _checksum(sql or "")})
    except psycopg.Error as error:
        if is_away(error):
            raise
        raise BadMigration(f"Migration {name} failed: {reason(error)}", "Nothing of it was kept.") from error


def _checksum(sql: str) -> str:
    return hashlib.sha256(sql.encode()).hexdigest()
