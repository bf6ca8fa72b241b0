"""The sweeper: runs whose worker died go on by themselves, and what nobody answers or settles any more ends."""

import asyncio
import contextlib

from deskgraph import runs
from deskgraph.database import Pool, transaction
from deskgraph.effects import approvals
from deskgraph.errors import DatabaseUnavailable
from deskgraph.settings import Settings
from deskgraph.telemetry import log
from deskgraph.worker.claims import give_up_claims


async def sweep(pool: Pool, settings: Settings) -> list[str]:
    """One pass; gives the lanes that were woken. Processes that sweep at the same time wake no lane twice."""
    async with transaction(pool) as conn:
        await give_up_claims(conn, settings)
    async with transaction(pool) as conn:
        # Their runs have something to go on with now: they end without their effect.
        await approvals.expire_overdue(conn)
        lanes = await runs.stranded(conn)
        for lane in lanes:
            await runs.wake(conn, lane)
    return lanes


async def sweeping(pool: Pool, settings: Settings, stop: asyncio.Event) -> None:
    """Sweep until told to stop. Each worker does, so that the last one alive is enough."""
    while not stop.is_set():
        with contextlib.suppress(DatabaseUnavailable):
            if lanes := await sweep(pool, settings):
                log("lanes woken", lanes=len(lanes))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), settings.sweep_seconds)
