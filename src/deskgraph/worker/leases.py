"""The leases of one worker: all renewed by one heartbeat, and work that lost its lease is broken off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from deskgraph import runs
from deskgraph.database import Pool, session
from deskgraph.errors import DatabaseUnavailable, TakenOver
from deskgraph.settings import Settings


@dataclass(frozen=True)
class _Held:
    fence: int
    scope: asyncio.Timeout


class Leases:
    """What a worker holds. While nothing is held there is no heartbeat."""

    def __init__(self, pool: Pool, settings: Settings, worker: str) -> None:
        self._pool = pool
        self._settings = settings
        self._worker = worker
        self._held: dict[str, _Held] = {}
        self._heart: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def held(self, lane: str, fence: int) -> AsyncIterator[None]:
        """Keep a lane's lease while the body runs. When another takes the lane, or its run is cancelled, the body is
        broken off where it waits, and this raises `TakenOver`."""
        scope = asyncio.timeout(None)
        try:
            async with scope:
                self._held[lane] = _Held(fence, scope)
                if self._heart is None:
                    self._heart = asyncio.create_task(self._beat())
                yield
        except TimeoutError:
            if not scope.expired():
                raise
            raise TakenOver(f"The lease of lane {lane} was lost; its work was broken off.") from None
        finally:
            del self._held[lane]

    async def _beat(self) -> None:
        while self._held:
            await asyncio.sleep(self._settings.heartbeat_seconds)
            before = dict(self._held)
            # While the database is away nobody can take a lane either; the fence decides when it is back.
            with contextlib.suppress(DatabaseUnavailable):
                async with session(self._pool) as conn:
                    ours = await runs.renew(conn, self._worker, self._settings.lease_seconds)
                self._break_off(before, ours)
        self._heart = None

    def _break_off(self, before: dict[str, _Held], ours: set[tuple[str, int]]) -> None:
        for lane, held in before.items():
            if (lane, held.fence) not in ours and self._held.get(lane) is held:
                held.scope.reschedule(asyncio.get_running_loop().time())
