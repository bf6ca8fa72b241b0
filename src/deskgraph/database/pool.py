"""Connections of this process: one pool for rows, one for checkpoints, and one way to open a transaction."""

import contextlib
from collections.abc import AsyncIterator

import psycopg
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from deskgraph.database.rows import Connection
from deskgraph.errors import DatabaseUnavailable
from deskgraph.settings import Settings

Pool = AsyncConnectionPool[Connection]
CHECKPOINTS = "checkpoints"

_LOST = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)


@contextlib.asynccontextmanager
async def open_pool(url: str, settings: Settings) -> AsyncIterator[Pool]:
    """The pool of rows. Raises `DatabaseUnavailable` when nothing answers at the address."""
    async with _open(url, settings, {}) as pool:
        yield pool


@contextlib.asynccontextmanager
async def open_checkpoint_pool(url: str, settings: Settings) -> AsyncIterator[Pool]:
    """The pool of checkpoints. The library's SQL is unqualified, so the schema comes from the search path."""
    options = {"options": f"-c search_path={CHECKPOINTS}", "prepare_threshold": 0}
    async with _open(url, settings, options) as pool:
        yield pool


@contextlib.asynccontextmanager
async def _open(url: str, settings: Settings, options: dict[str, object]) -> AsyncIterator[Pool]:
    pool: Pool = AsyncConnectionPool(
        url,
        min_size=1,
        max_size=settings.pool_size,
        timeout=settings.pool_timeout,
        # A server that was restarted leaves dead connections behind: they are found before a caller gets one.
        check=AsyncConnectionPool.check_connection,
        kwargs={"autocommit": True, "row_factory": dict_row, "connect_timeout": 5, **options},
        open=False,
    )
    try:
        await pool.open(wait=True, timeout=settings.pool_timeout)
    except _LOST as error:
        await pool.close()
        raise unavailable(error) from error
    try:
        yield pool
    finally:
        await pool.close()


@contextlib.asynccontextmanager
async def transaction(pool: Pool) -> AsyncIterator[Connection]:
    """A connection inside a transaction. A database that is lost on the way is `DatabaseUnavailable`; nothing that
    was written stays."""
    try:
        async with pool.connection() as conn, conn.transaction():
            yield conn
    except _LOST as error:
        raise unavailable(error) from error


def unavailable(error: Exception) -> DatabaseUnavailable:
    """The error of a door: one line, without the address, which may hold a password."""
    first = str(error).strip().splitlines()
    return DatabaseUnavailable(
        f"The database does not answer ({type(error).__name__}{': ' + _safe(first[0]) if first else ''}).",
        "Check that it runs and that DESKGRAPH_DATABASE_URL names it; `deskgraph doctor` tells more.",
    )


def _safe(line: str) -> str:
    return line[:160].rstrip(".")
