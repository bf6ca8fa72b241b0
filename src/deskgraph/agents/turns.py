"""Turns at running code: few runs of a worker run at a time, and whoever waits for a model or a tool lets another run.

Without turns, runs that begin together go on together: all of them wait for their models at the same time, and then all
of them for the processor. Who begins goes before who comes back: its model can think meanwhile.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Queue = deque[asyncio.Future[None]]


class Turns:
    """So many runs at a time. A run that branches gives a turn back for each branch that waits, and takes as many.
    Nobody who comes back waits for ever: a run begins only where another has ended."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._begin: Queue = deque()
        self._come_back: Queue = deque()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Run when it is one's turn."""
        await self._take(self._begin)
        try:
            yield
        finally:
            self._pass_on()

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Let another run while this one waits for something outside."""
        self._pass_on()
        try:
            yield
        finally:
            try:
                await self._take(self._come_back)
            except asyncio.CancelledError:
                # It ends without a turn, and gives one back at its end all the same.
                self._free -= 1
                raise

    async def _take(self, queue: Queue) -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                queue.remove(turn)
            else:
                # It had been given the turn, and does not want it any more.
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        if self._free < 0:
            self._free += 1
            return
        for queue in (self._begin, self._come_back):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1
