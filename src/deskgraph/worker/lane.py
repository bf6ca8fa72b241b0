"""Work a lane: take its lease, work its oldest run as far as it goes, give the lease back."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import psycopg

from deskgraph import runs
from deskgraph.agents import RunContext, Turns
from deskgraph.database import Pool, is_away, session, transaction, unavailable
from deskgraph.errors import DatabaseUnavailable, NotFound, TakenOver
from deskgraph.graphs import Compiled, Sender
from deskgraph.knowledge import Library
from deskgraph.models.make import Models
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.telemetry import attach, log, span
from deskgraph.tickets import get_ticket
from deskgraph.tools import Servers, Toolbox
from deskgraph.worker.finish import expire, fail, finish, give_way
from deskgraph.worker.leases import Leases
from deskgraph.worker.park import park, rulings_for
from deskgraph.worker.state import start_run
from deskgraph.worker.thread import Thread


@dataclass(frozen=True)
class Workshop:
    """What a worker needs of its process: handed in once, the same for every run."""

    settings: Settings
    url: str
    pool: Pool
    graphs: Mapping[str, Compiled]
    models: Models
    library: Library
    toolbox: Toolbox
    servers: Servers
    sender: Sender


class LaneWorker:
    """Works lanes under a name that is its own in the whole database."""

    def __init__(self, workshop: Workshop, name: str) -> None:
        self._shop = workshop
        self._turns = Turns(workshop.settings.turns)
        self._leases = Leases(workshop.pool, workshop.settings, name)
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
            async with self._turns.taken():
                await self._take_and_work(lane)
        except DatabaseUnavailable as error:
            log("database away in mid-run", lane=lane, error=error.message)
            return False
        return True

    async def _take_and_work(self, lane: str) -> None:
        shop = self._shop
        async with session(shop.pool) as conn:
            fence = await runs.take_lane(conn, lane, self.name, shop.settings.lease_seconds)
        if fence is None:
            return
        try:
            async with self._leases.held(lane, fence):
                await self._work_next(lane, fence)
        except TakenOver as error:
            log("lane taken over", lane=lane, why=error.message)
        finally:
            await self._leave(lane, fence)

    async def _leave(self, lane: str, fence: int) -> None:
        """A run that is left in its middle, for its worker stops, is interrupted: whoever works next goes on."""
        async with session(self._shop.pool) as conn:
            # A process that dies between the two leaves a lane that the sweeper finds.
            if await runs.leave_lane(conn, lane, self.name, fence):
                await runs.wake(conn, lane)

    async def _work_next(self, lane: str, fence: int) -> None:
        """Work the lane's oldest run."""
        async with session(self._shop.pool) as conn:
            run = await runs.next_run(conn, lane)
        if run is not None:
            with attach(run.trace), span("run", run=run.id, graph=run.graph):
                await self._work_run(run, fence)

    async def _work_run(self, run: Run, fence: int) -> None:
        shop = self._shop
        context = await self._context(run, fence)
        graph = shop.graphs.get(run.graph)
        if graph is None:
            await fail(context, NotFound(f"This process has no graph {run.graph!r}."))
            return
        if run.state == "queued" and context.audience == "customer" and context.ticket.handling != "agent":
            await give_way(context)
            return
        try:
            await self._advance(Thread(graph, shop.pool, context), context)
        except (TakenOver, DatabaseUnavailable):
            raise
        except Exception as error:
            # The saver's own statements raise what the database raised.
            if isinstance(error, psycopg.Error) and is_away(error):
                raise unavailable(error) from error
            log("run failed", run=run.id, error=type(error).__name__)
            await fail(context, error)

    async def _advance(self, thread: Thread, context: RunContext) -> None:
        """From where the thread stands until it ends or waits."""
        standing, answered = await thread.standing(), frozenset[str]()
        if standing.waiting:
            async with transaction(self._shop.pool) as conn:
                rulings, expired = await rulings_for(conn, context.run.id, standing.waiting)
            if expired:
                await expire(context)
                return
            if rulings:
                await self._begin(context)
                standing, answered = await thread.answer(rulings), frozenset(rulings)
        elif not standing.finished:
            await self._begin(context)
            standing = await (thread.start() if standing.fresh else thread.carry_on())
        if standing.waiting:
            await park(context, standing.waiting, answered=answered)
        else:
            await finish(context, standing.values)

    async def _begin(self, context: RunContext) -> None:
        async with session(self._shop.pool) as conn:
            await start_run(conn, context)

    async def _context(self, run: Run, fence: int) -> RunContext:
        shop = self._shop
        if run.ticket_id is None:
            raise NotFound(f"Run {run.id} has no ticket.")
        async with session(shop.pool) as conn:
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
            turns=self._turns,
        )
