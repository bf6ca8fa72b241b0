"""A server that is killed under its users is started again by one of them, and not only by the next to come."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from deskgraph.errors import DatabaseUnavailable
from deskgraph.telemetry import log

# A request waits ten seconds for a connection: it is answered all the same.
_LOOK_SECONDS = 1.0


@contextlib.asynccontextmanager
async def watched(gone: Callable[[], bool], repair: Callable[[], None]) -> AsyncIterator[None]:
    """While inside, look every second whether the server is gone, and repair it. `repair` blocks, in a thread."""
    ended = asyncio.Event()
    watching = asyncio.create_task(_watch(gone, repair, ended))
    try:
        yield
    finally:
        ended.set()
        # A repair under way is waited for: whoever leaves must not be overtaken by a start.
        await asyncio.shield(watching)


async def _watch(gone: Callable[[], bool], repair: Callable[[], None], ended: asyncio.Event) -> None:
    while not ended.is_set():
        if gone():
            try:
                await asyncio.to_thread(repair)
                log("the embedded PostgreSQL was gone and is started again")
            except DatabaseUnavailable as error:
                log("the embedded PostgreSQL is gone", error=str(error))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), _LOOK_SECONDS)
