"""Work a lane: take its lease, work its oldest run as far as it goes, give the lease back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

import psycopg

from deskgraph import runs
from deskgraph.agents import RunContext
from deskgraph.database import Pool, is_away, transaction, unavailable
from deskgraph.errors import DatabaseUnavailable, DeskError, NotFound, TakenOver
from deskgraph.graphs import Compiled, Sender
from deskgraph.knowledge import Library
from deskgraph.models.make import Models
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.telemetry import attach, log, span
from deskgraph.tickets import get_ticket
from deskgraph.tools import Toolbox
from deskgraph.worker.finish import expire, fail, finish, give_way
from deskgraph.worker.park import park, rulings_for
from deskgraph.worker.thread import Thread


@dataclass(frozen=True)
class Workshop:
    """What a worker needs of its process: handed in once, the same for every run."""

    settings: Settings
    url: str
    pool: Pool
    checkpoints: Pool
    graphs: Mapping[str, Compiled]
    models: Models
    library: Library
    toolbox: Toolbox
    sender: Sender


class LaneWorker:
    """Works lanes under a name that is its own in the whole database."""

    def __init__(self, workshop: Workshop, name: str) -> None:
        self._shop = workshop
        # Lanes at work here, and whether a wake-up came meanwhile.
        self._busy: dict[str, bool] = {}
        self.name = name

    async def work(self, lane: str) -> None:
        """All that can be worked in a lane now. Another worker's lease, or a run that waits for a person, is an
        expected end: whoever changes that wakes the lane again. While the database is away it is tried again: the
        run stands where its last checkpoint left it."""
        if lane in self._busy:
            self._busy[lane] = True
            return
        woken = True
        try:
            while woken:
                self._busy[lane] = False
                while not await self._worked(lane):  # noqa: ASYNC110  # a database that comes back sets no event
                    await asyncio.sleep(self._shop.settings.poll_seconds)
                # Nothing is awaited between this look and the end: a wake-up finds the lane at work, or free.
                woken = self._busy[lane]
        finally:
            del self._busy[lane]

    async def _worked(self, lane: str) -> bool:
        try:
            await self._take_and_work(lane)
        except DatabaseUnavailable as error:
            log("database away in mid-run", lane=lane, error=error.message)
            return False
        return True

    async def _take_and_work(self, lane: str) -> None:
        settings = self._shop.settings
        async with transaction(self._shop.pool) as conn:
            fence = await runs.take_lane(conn, lane, self.name, settings.lease_seconds)
        if fence is None:
            return
        async with self._held(lane, fence):
            while await self._work_next(lane, fence):
                pass

    async def _work_next(self, lane: str, fence: int) -> bool:
        """Work the lane's oldest run; whether the one behind it may go on."""
        async with transaction(self._shop.pool) as conn:
            run = await runs.next_run(conn, lane)
        if run is None:
            return False
        with attach(run.trace), span("run", run=run.id, graph=run.graph):
            try:
                return await self._work_run(run, fence)
            except TakenOver:
                log("lane taken over", run=run.id)
                return False

    async def _work_run(self, run: Run, fence: int) -> bool:
        shop = self._shop
        context = await self._context(run, fence)
        graph = shop.graphs.get(run.graph)
        if graph is None:
            await fail(context, NotFound(f"This process has no graph {run.graph!r}."))
            return True
        if run.state == "queued" and context.audience == "customer" and context.ticket.handling != "agent":
            await give_way(context)
            return True
        thread = Thread(graph, shop.checkpoints, context)
        try:
            return await self._advance(thread, context)
        except (TakenOver, DatabaseUnavailable):
            raise
        except Exception as error:
            # The saver's own statements raise what the database raised.
            if isinstance(error, psycopg.Error) and is_away(error):
                raise unavailable(error) from error
            log("run failed", run=run.id, error=type(error).__name__)
            await fail(context, error)
        return True

    async def _advance(self, thread: Thread, context: RunContext) -> bool:
        """From where the thread stands until it ends or waits; whether the next run of the lane may go on."""
        standing, answered = await thread.standing(), frozenset[str]()
        if standing.waiting:
            async with transaction(self._shop.pool) as conn:
                rulings, expired = await rulings_for(conn, context.run.id, standing.waiting)
            if expired:
                await expire(context)
                return True
            if not rulings:
                await park(context, standing.waiting)
                return False
            await self._mark_running(context)
            await thread.answer(rulings)
            answered = frozenset(rulings)
        elif not standing.finished:
            await self._mark_running(context)
            await (thread.start() if standing.fresh else thread.carry_on())
        standing = await thread.standing()
        if standing.waiting:
            await park(context, standing.waiting, answered=answered)
            return False
        await finish(context, standing.values)
        return True

    async def _mark_running(self, context: RunContext) -> None:
        async with context.writing() as conn:
            await runs.move(conn, context.run.id, "running", fence=context.fence)

    async def _context(self, run: Run, fence: int) -> RunContext:
        shop = self._shop
        if run.ticket_id is None:
            raise NotFound(f"Run {run.id} has no ticket.")
        async with transaction(shop.pool) as conn:
            ticket = await get_ticket(conn, run.ticket_id)
        return RunContext(
            run=run,
            ticket=ticket,
            audience=runs.audience_of(run.lane),
            fence=fence,
            settings=shop.settings,
            pool=shop.pool,
            models=shop.models,
            library=shop.library,
            toolbox=shop.toolbox,
        )

    @contextlib.asynccontextmanager
    async def _held(self, lane: str, fence: int) -> AsyncIterator[None]:
        """Renew the lease while the lane is worked; give it back at the end. A run that is left in its middle, for its
        worker stops, is interrupted: whoever works next goes on with it."""
        beat = asyncio.create_task(self._beat(lane, fence))
        try:
            yield
        finally:
            beat.cancel()
            # However the heartbeat ended, the lane is given back.
            await asyncio.gather(beat, return_exceptions=True)
            async with transaction(self._shop.pool) as conn:
                await runs.release(conn, lane, self.name, fence)
                await runs.interrupt_abandoned(conn, lane)
                # A message or a ruling that came while the lease was held found the lane taken.
                if await runs.has_work(conn, lane):
                    await runs.wake(conn, lane)

    async def _beat(self, lane: str, fence: int) -> None:
        settings = self._shop.settings
        held = True
        while held:
            await asyncio.sleep(settings.heartbeat_seconds)
            with contextlib.suppress(DeskError):
                async with transaction(self._shop.pool) as conn:
                    held = await runs.renew(conn, lane, self.name, fence, settings.lease_seconds)
