"""Turns at running code: few runs of a worker run at a time, and whoever waits for a model or a tool lets another run.

Without turns, runs that begin together go on together: all of them wait for their models at the same time, and then all
of them for the processor.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many runs at a time. A run that branches gives a turn back for each branch that waits, and takes as many."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Run when it is one's turn."""
        async with self._free:
            yield

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Let another run while this one waits for something outside."""
        self._free.release()
        try:
            yield
        finally:
            await self._free.acquire()
