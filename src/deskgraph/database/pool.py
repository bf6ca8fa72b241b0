"""Connections of this process: one pool for rows, one for checkpoints, and one way to open a transaction."""

import contextlib
from collections.abc import AsyncIterator

import psycopg
from psycopg_pool import AsyncConnectionPool

from deskgraph.database.connecting import CHECKPOINTS, arguments, connect, is_away, unavailable
from deskgraph.database.rows import Connection
from deskgraph.settings import Settings

Pool = AsyncConnectionPool[Connection]


@contextlib.asynccontextmanager
async def open_pool(url: str, settings: Settings) -> AsyncIterator[Pool]:
    """The pool of rows: connections in autocommit, rows as dicts. Raises `DatabaseUnavailable` when nothing answers
    at the address."""
    async with _open(url, settings, schema=None) as pool:
        yield pool


@contextlib.asynccontextmanager
async def open_checkpoint_pool(url: str, settings: Settings) -> AsyncIterator[Pool]:
    """The pool to make an `AsyncPostgresSaver` over. Its SQL is unqualified: these connections see its schema only;
    and it wants autocommit, rows as dicts and no statement prepared ahead."""
    async with _open(url, settings, schema=CHECKPOINTS) as pool:
        yield pool


@contextlib.asynccontextmanager
async def _open(url: str, settings: Settings, *, schema: str | None) -> AsyncIterator[Pool]:
    # A pool says only that it waited too long; one connection first says why nothing answers.
    await (await connect(url, schema=schema)).close()
    pool: Pool = AsyncConnectionPool(
        url,
        min_size=1,
        max_size=settings.pool_size,
        timeout=settings.pool_timeout,
        # Tried ever more rarely, a database that was away for minutes would be missed for minutes more.
        reconnect_timeout=settings.pool_timeout,
        # A server that was restarted leaves dead connections behind: they are found before a caller gets one.
        check=AsyncConnectionPool.check_connection,
        kwargs=arguments(url, schema=schema),
        name=schema or "rows",
        open=False,
    )
    try:
        await pool.open(wait=True, timeout=settings.pool_timeout)
        yield pool
    except psycopg.Error as error:
        if not is_away(error):
            raise
        raise unavailable(error) from error
    finally:
        await pool.close()


@contextlib.asynccontextmanager
async def session(pool: Pool) -> AsyncIterator[Connection]:
    """A connection in autocommit, for what is of a session: short transactions one after another under a lock."""
    try:
        async with pool.connection() as conn:
            yield conn
    except psycopg.Error as error:
        if not is_away(error):
            raise
        raise unavailable(error) from error


@contextlib.asynccontextmanager
async def transaction(pool: Pool) -> AsyncIterator[Connection]:
    """A connection inside a transaction. A database that is lost on the way is `DatabaseUnavailable`, and nothing
    that was written stays; when it is lost while it commits, only it knows whether that counted."""
    async with session(pool) as conn, conn.transaction():
        yield conn
