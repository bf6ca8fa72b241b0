"""The queue: a wake-up, and never the lane. A job says "look at this lane"; the run rows say what there is to do."""

from collections.abc import Awaitable, Callable
from typing import Any

import procrastinate
import psycopg
from procrastinate import PsycopgConnector
from procrastinate.exceptions import ConnectorException

from deskgraph.database import Connection

TASK = "wake_lane"
CONNECTIONS = 4  # of a worker's queue at most: one listens, the others fetch and finish wake-ups
Handler = Callable[[str], Awaitable[None]]


def make_app(url: str, handler: Handler, *, pool_size: int = CONNECTIONS) -> procrastinate.App:
    """The queue's worker side, with connections of its own: a worker that listens holds one for good."""
    connector = PsycopgConnector(conninfo=url, min_size=1, max_size=pool_size, configure=_commit_lightly)
    app = procrastinate.App(connector=connector)

    @app.task(name=TASK)
    async def wake_lane(lane: str) -> None:
        await handler(lane)

    return app


async def _commit_lightly(conn: psycopg.AsyncConnection[Any]) -> None:
    """That a job was taken or done need not outlive a crash of the server: a wake-up that comes again finds nothing to
    do. Jobs are made on the connections of those who need them to last."""
    await conn.execute("set synchronous_commit = off")
    await conn.commit()


# The side that only defers: it never opens a connection, each wake-up rides in its caller's transaction.
_DEFERRING = procrastinate.App(connector=PsycopgConnector())


async def wake(conn: Connection, lane: str) -> None:
    """Have a worker look at a lane once this transaction commits.

    Each wake-up is a job of its own. One that waits already would not do (`queueing_lock`): a worker may take it, and
    look, before this transaction commits; then nobody would look again.
    """
    deferrer: Any = _DEFERRING.configure_task(TASK, connection=conn)
    try:
        await deferrer.defer_async(lane=lane)
    except ConnectorException as error:
        # The queue hides the database's own error, by which a lost connection is known.
        raise error.__cause__ or error from error
