"""One cell of the matrix: a worker works a route and dies at one place; another takes over; the end is compared with
that of a worker nobody killed."""

import asyncio
import itertools
import os
import traceback
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction

from .ground import Ground, desk_of
from .person import Person
from .routes import Route
from .seen import Seen, look
from .worker import death_of, disconnected, start, work

PARKED = "while parked"
_VICTIM = "victim"
_TRIES = 3
_SECONDS = 30.0
_AFTERWARDS_SECONDS = 2.0
_numbers = itertools.count()


@dataclass(frozen=True)
class Ended:
    """How a cell ended. `open_at_death` are the keys of effects that were claimed and not settled when the worker died;
    `settled` says of those that a person was asked about whether they had happened; `stuck` why there is no end."""

    seen: Seen | None
    died: bool
    open_at_death: tuple[str, ...] = ()
    settled: dict[str, bool] = field(default_factory=dict)
    stuck: str = ""


def undisturbed(ground: Ground, route: Route) -> tuple[Ended, list[str]]:
    """A route without a death, and the places it passes."""
    trace = ground.home / f"{route.name.replace(' ', '_')}.{os.getpid()}.trace"
    ended = asyncio.run(_work(ground, route, None, trace))
    return ended, trace.read_text().splitlines()


def killed(ground: Ground, route: Route, place: str) -> Ended:
    """A route whose worker dies at a place. One that is missed is tried again."""
    ended = asyncio.run(_work(ground, route, place, None))
    for _ in range(_TRIES - 1):
        if not ended.died and not ended.stuck:
            ended = asyncio.run(_work(ground, route, place, None))
    return ended


async def _work(ground: Ground, route: Route, place: str | None, trace: Path | None) -> Ended:
    name = f"cell_{os.getpid()}_{next(_numbers)}"
    with ground.copied(name):
        async with desk_of(ground.settings(name)) as desk:
            cell = _Cell(ground, name, desk, route, place, trace)
            await cell.person.begin()
            try:
                async with asyncio.timeout(_SECONDS):
                    return await cell.work()
            except TimeoutError:
                return await cell.stuck()
            except Exception:
                # A cell that breaks is a row of the table; the others go on.
                return Ended(None, died=False, stuck=traceback.format_exc())


class _Cell:
    def __init__(
        self, ground: Ground, name: str, desk: Desk, route: Route, place: str | None, trace: Path | None
    ) -> None:
        self._ground, self._name, self._desk = ground, name, desk
        self._place, self._trace = place, trace
        self._parked = 0
        self._victim: BaseProcess | None = None
        self.person = Person(desk, route, lambda: ground.recorder.lines(name), self._wait_parked)

    async def work(self) -> Ended:
        self._victim = start(self._ground, self._name, user=_VICTIM, deadly=self._place, trace=self._trace)
        async with death_of(self._victim) as death:
            performing = asyncio.create_task(self.person.perform())
            died = asyncio.create_task(death.wait())
            try:
                await asyncio.wait({performing, died}, return_when=asyncio.FIRST_COMPLETED)
                if self._place is not None:
                    # The last place is behind the commit that ends all: what it told may be here before the death.
                    await asyncio.wait({died}, timeout=_AFTERWARDS_SECONDS)
                if not died.done():
                    await performing
                    return Ended(await self._seen(), died=False)
                await disconnected(self._desk, _VICTIM)
                claimed = await _claimed(self._desk)
                await _taken_over(self._desk, performing)
                return Ended(await self._seen(), True, claimed, self.person.settled)
            finally:
                performing.cancel()
                died.cancel()
                self._victim.kill()

    async def stuck(self) -> Ended:
        """What there is to say of a cell that does not end."""
        async with transaction(self._desk.pool) as conn:
            rows = await conn.execute("select id, state, reason from run order by id")
            return Ended(None, died=False, stuck=f"it never ended: {await rows.fetchall()}")

    async def _seen(self) -> Seen:
        return await look(self._desk, self.person.ticket_id, self._ground.recorder.lines(self._name))

    async def _wait_parked(self) -> None:
        """A run waits for a person: a place, at which a worker does nothing and can die all the same."""
        self._parked += 1
        here = PARKED if self._parked == 1 else f"{PARKED} ({self._parked})"
        if self._trace is not None:
            with self._trace.open("a") as trace:
                trace.write(f"{here}\n")
        if self._victim is not None and here == self._place:
            self._victim.kill()
            await asyncio.to_thread(self._victim.join)


async def _taken_over(desk: Desk, performing: "asyncio.Task[None]") -> None:
    surviving = asyncio.create_task(work(desk))
    try:
        await performing
    finally:
        surviving.cancel()
        await asyncio.wait({surviving})


async def _claimed(desk: Desk) -> tuple[str, ...]:
    """The keys of effects that were begun and not settled."""
    async with transaction(desk.pool) as conn:
        rows = await conn.execute("select key from effect where state = 'claimed' order by id")
        return tuple(row["key"] for row in await rows.fetchall())
