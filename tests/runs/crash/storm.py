"""Kills at random moments: two workers, a hundred tickets, and whoever holds a running run may die."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction

from .crowd import Crowd
from .ground import Ground, desk_of
from .reckoning import Reckoning, reckon
from .worker import disconnected, start

WORKERS = 2
TICKETS = 100
SECONDS = 300.0
_NAME = "storm"
# Longer than in the matrix: with both cores at work a heartbeat may be late, and that would be no kill.
_LEASE_SECONDS = 2.0
# At most, between two kills: a worker that has just started has to get somewhere.
_CALM_SECONDS = 1.2


@dataclass(frozen=True)
class Stormed:
    """What it came to. `open_at_kills` are the keys of effects that were claimed and not settled when their worker
    died; the reckoning says which of all effects anybody was asked about."""

    seed: int
    kills: int
    wanted: int
    seconds: float
    open_at_kills: frozenset[str]
    reckoning: Reckoning

    def wrong(self) -> list[str]:
        """Why it is not as it should be."""
        found = list(self.reckoning.wrong())
        if self.kills < self.wanted:
            found.append(f"{self.kills} kills of {self.wanted} in {self.seconds:.0f} s")
        if asked := sorted(self.reckoning.settled.keys() - self.open_at_kills):
            found.append(f"asked about, and no kill left it open: {asked}")
        if silent := sorted(self.open_at_kills - self.reckoning.settled.keys()):
            found.append(f"left open by a kill, and nobody was asked: {silent}")
        return found


def work(ground: Ground, *, kills: int, seed: int, tickets: int = TICKETS) -> Stormed:
    """So many kills over so many tickets."""
    return asyncio.run(_work(ground, kills, seed, tickets))


async def _work(ground: Ground, kills: int, seed: int, tickets: int) -> Stormed:
    began = time.monotonic()
    with ground.copied(_NAME):
        async with desk_of(ground.settings(_NAME)) as desk:
            crowd = Crowd(desk, random.Random(f"{seed} crowd"), lambda: ground.recorder.lines(_NAME))
            storm = _Storm(ground, desk, random.Random(f"{seed} storm"))
            await crowd.arrive(tickets)
            living = asyncio.create_task(crowd.live())
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS):
                        await storm.rage(kills, living)
                crowd.say_no_more()
                with suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS / 3):
                        await living
            finally:
                living.cancel()
                storm.end()
            reckoning = await reckon(desk, crowd.settled, ground.recorder.lines(_NAME))
    seconds = time.monotonic() - began
    return Stormed(seed, storm.kills, kills, seconds, frozenset(storm.open_at_kills), reckoning)


@dataclass
class _Storm:
    ground: Ground
    desk: Desk
    rng: random.Random
    kills: int = 0
    open_at_kills: set[str] = field(default_factory=set)
    _workers: dict[str, BaseProcess] = field(default_factory=dict)
    _started: int = 0

    async def rage(self, kills: int, living: "asyncio.Task[None]") -> None:
        """Kill until that many are dead. Only processes that this one started."""
        for _ in range(WORKERS):
            self._start()
        while self.kills < kills and not living.done():
            await asyncio.sleep(self.rng.uniform(0, _CALM_SECONDS))
            if dead := [user for user, process in self._workers.items() if not process.is_alive()]:
                raise RuntimeError(f"{dead} died by themselves; they say why in {self.ground.home}")
            holding = [user for user in self._workers if await self._held(user)]
            if holding:
                await self._kill(self.rng.choice(holding))

    def end(self) -> None:
        """Nobody works any more."""
        for process in self._workers.values():
            process.kill()
            process.join()

    def _start(self) -> None:
        self._started += 1
        user = f"worker_{self._started}"
        self._workers[user] = start(self.ground, _NAME, user=user, pace="slow", lease_seconds=_LEASE_SECONDS)

    async def _kill(self, user: str) -> None:
        process = self._workers[user]
        process.kill()
        await asyncio.to_thread(process.join)
        await disconnected(self.desk, user)
        # Asked of the dead, who lets go of nothing: a kill between two runs is none.
        if await self._held(user):
            self.kills += 1
            self.open_at_kills |= set(await self._open(user))
        del self._workers[user]
        self._start()

    async def _held(self, user: str) -> Sequence[int]:
        """Runs that are running, and whose lane this worker holds. Its process is a part of its name."""
        async with transaction(self.desk.pool) as conn:
            rows = await conn.execute(
                "select r.id from run r join lease l using (lane) "
                "where r.state = 'running' and split_part(l.worker, ':', 2) = %s and l.until > now()",
                (str(self._workers[user].pid),),
            )
            return [row["id"] for row in await rows.fetchall()]

    async def _open(self, user: str) -> Sequence[str]:
        async with transaction(self.desk.pool) as conn:
            rows = await conn.execute(
                "select e.key from effect e join run r on r.id = e.run_id join lease l using (lane) "
                "where e.state = 'claimed' and e.fence = l.fence and split_part(l.worker, ':', 2) = %s",
                (str(self._workers[user].pid),),
            )
            return [row["key"] for row in await rows.fetchall()]
