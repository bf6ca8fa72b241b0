"""Connections of this process: one pool, for rows and checkpoints alike, and the ways to borrow from it."""

import contextlib
import select
import time
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from weakref import WeakKeyDictionary

import psycopg
from psycopg_pool import AsyncConnectionPool

from deskgraph.database.connecting import arguments, connect, is_away, unavailable
from deskgraph.database.named import load
from deskgraph.database.rows import Connection
from deskgraph.settings import Settings

QUERIES = load(__file__)
Pool = AsyncConnectionPool[Connection]
_FRESH_SECONDS = 1.0


@contextlib.asynccontextmanager
async def open_pool(url: str, settings: Settings) -> AsyncIterator[Pool]:
    """A pool of connections in autocommit, rows as dicts. Raises `DatabaseUnavailable` when nothing answers at the
    address."""
    # A pool says only that it waited too long; one connection first says why nothing answers.
    await (await connect(url)).close()
    pool: Pool = AsyncConnectionPool(
        url,
        min_size=1,
        max_size=settings.pool_size,
        timeout=settings.pool_timeout,
        # Tried ever more rarely, a database that was away for minutes would be missed for minutes more. After giving up
        # the next caller tries at once.
        reconnect_timeout=min(settings.pool_timeout, settings.door_timeout),
        configure=_see_checkpoints,
        check=_check,
        reset=_note_use,
        kwargs=arguments(url),
        name="deskgraph",
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


async def _see_checkpoints(conn: Connection) -> None:
    """The checkpointer's own SQL names no schema: its tables are found after ours."""
    await conn.execute(QUERIES["see_checkpoints"])


_used: WeakKeyDictionary[Connection, float] = WeakKeyDictionary()


async def _note_use(conn: Connection) -> None:
    _used[conn] = time.monotonic()


async def _check(conn: Connection) -> None:
    """A server that was restarted leaves dead connections behind: they are found before a caller gets one. One that was
    used a moment ago is asked only if the server has said something since, such as its good-bye: a question each time
    would double the round trips of a busy process."""
    lately = time.monotonic() - _used.get(conn, 0.0) < _FRESH_SECONDS
    listener = select.poll()
    listener.register(conn.fileno(), select.POLLIN)
    if not lately or listener.poll(0):
        await Pool.check_connection(conn)


# Seconds for which a connection is waited for; None: the pool's own.
_patience: ContextVar[float | None] = ContextVar("patience", default=None)


@contextlib.contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """While inside, a connection that does not come within so many seconds is `DatabaseUnavailable`: somebody waits
    for the answer."""
    before = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(before)


@contextlib.asynccontextmanager
async def session(pool: Pool) -> AsyncIterator[Connection]:
    """A connection in autocommit: each statement is a transaction of its own. A database that is lost on the way is
    `DatabaseUnavailable`."""
    try:
        async with pool.connection(timeout=_patience.get()) as conn:
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
