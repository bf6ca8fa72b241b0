"""One process at a time, over the whole database: a lock of a session, which goes with it however it ends."""

import contextlib
from collections.abc import AsyncIterator

from deskgraph.database.named import load
from deskgraph.database.pool import Pool, session
from deskgraph.database.rows import Connection, run, value

QUERIES = load(__file__)


@contextlib.asynccontextmanager
async def alone(pool: Pool, key: int) -> AsyncIterator[Connection | None]:
    """The connection that holds the lock of this number, not in a transaction; None while another process has it.
    Behind a pooler of transactions such a lock is nobody's."""
    async with session(pool) as conn:
        if not await value(conn, QUERIES["try_lock"], key=key):
            yield None
            return
        try:
            yield conn
        finally:
            # A connection that broke has let go by itself.
            if not conn.closed:
                await run(conn, QUERIES["unlock"], key=key)
