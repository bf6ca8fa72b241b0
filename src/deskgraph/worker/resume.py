"""Runs that stopped: let them go on, and wait for what becomes of them."""

import asyncio
import time
from contextlib import AsyncExitStack

from deskgraph import runs
from deskgraph.database import transaction
from deskgraph.errors import RunWaits
from deskgraph.runs import Run
from deskgraph.worker.lane import LaneWorker, Workshop
from deskgraph.worker.worker import worker_name

_LOOK_SECONDS = 0.05


async def resume(shop: Workshop, run_id: int) -> Run:
    """Let an interrupted run go on. `RunWaits` while it waits for a person."""
    async with transaction(shop.pool) as conn:
        run = await runs.get(conn, run_id)
        if run.state == "parked" and not await runs.has_work(conn, run.lane):
            raise RunWaits(
                f"Run {run_id} waits for a person.", "Rule on its approval: `deskgraph approvals`."
            )
        if run.state not in runs.FINISHED:
            await runs.interrupt_abandoned(conn, run.lane)
            await runs.wake(conn, run.lane)
    return run


async def resume_all(shop: Workshop) -> list[Run]:
    """Let every run go on whose process was killed; gives those runs. A lease that a dead worker left is waited for,
    some seconds at most; one that is renewed belongs to a worker that lives."""
    await _outwait_dead_leases(shop)
    async with transaction(shop.pool) as conn:
        found = await runs.abandoned(conn)
    return [await resume(shop, run.id) for run in found]


async def wait(shop: Workshop, run_id: int, seconds: float) -> Run:
    """The run once it has ended or waits for a person (itself, or the one before it in its lane), or as it stands after
    so many seconds. With no worker alive this process works the lane; what it has begun it does not break off at the
    bound, for an effect may be under way."""
    async with AsyncExitStack() as hands:
        return await _wait(shop, run_id, seconds, hands)


async def _wait(shop: Workshop, run_id: int, seconds: float, hands: AsyncExitStack) -> Run:
    worker, at_hand = LaneWorker(shop, worker_name()), False
    until = time.monotonic() + seconds
    while True:
        async with transaction(shop.pool) as conn:
            run = await runs.get(conn, run_id)
            first = await runs.next_run(conn, run.lane)
            parked = first is not None and first.state == "parked"
            waits = parked and not await runs.has_work(conn, run.lane)
            alive = await runs.worker_alive(conn, shop.settings.lease_seconds)
        if waits or run.state in runs.FINISHED or time.monotonic() > until:
            return run
        if not alive and not at_hand:
            await hands.enter_async_context(shop.servers.connected())
            at_hand = True
        if not alive:
            await worker.work(run.lane)
        await asyncio.sleep(_LOOK_SECONDS)


async def _outwait_dead_leases(shop: Workshop) -> None:
    async with transaction(shop.pool) as conn:
        dead = await runs.held_leases(conn)
    if not dead:
        return
    beat = shop.settings.heartbeat_seconds
    # Two heartbeats and some: a worker that lives has renewed its lease by then.
    await asyncio.sleep(2.5 * beat)
    while dead:
        async with transaction(shop.pool) as conn:
            now = await runs.held_leases(conn)
        dead = {lane: until for lane, until in dead.items() if now.get(lane) == until}
        await asyncio.sleep(beat / 5)
