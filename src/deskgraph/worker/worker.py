"""The worker of a process: wakes when the queue says so, and works as many lanes at once as it is allowed."""

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import AsyncIterator

from deskgraph import runs
from deskgraph.database import transaction
from deskgraph.errors import DatabaseUnavailable, DeskError
from deskgraph.telemetry import log
from deskgraph.worker.lane import LaneWorker, Workshop
from deskgraph.worker.retention import retention
from deskgraph.worker.sweep import sweeping

# A restart after the database was away: soon enough for people, slow enough for a database that comes up.
_RESTART_SECONDS = 1.0


def worker_name() -> str:
    """Host, process and a random part: a process id alone comes back."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"


@contextlib.asynccontextmanager
async def working(workshop: Workshop, *, concurrency: int | None = None) -> AsyncIterator[LaneWorker]:
    """A worker in the background for as long as the context is open, with the desk's MCP servers at hand. At its end
    runs under way have `stop_seconds` to finish; longer ones are interrupted and go on in another worker, or when the
    next one starts."""
    async with workshop.servers.connected(), _serving(workshop, concurrency) as worker:
        yield worker


@contextlib.asynccontextmanager
async def _serving(workshop: Workshop, concurrency: int | None) -> AsyncIterator[LaneWorker]:
    worker = LaneWorker(workshop, worker_name())
    stop = asyncio.Event()
    tasks = [
        asyncio.create_task(_serve(worker, workshop, concurrency or workshop.settings.concurrency, stop)),
        asyncio.create_task(_seen(worker, workshop, stop)),
        asyncio.create_task(sweeping(workshop.pool, workshop.settings, stop)),
        asyncio.create_task(retention(workshop, stop)),
    ]
    try:
        yield worker
    finally:
        stop.set()
        await asyncio.gather(*tasks)


async def _serve(worker: LaneWorker, shop: Workshop, concurrency: int, stop: asyncio.Event) -> None:
    """The queue's own worker ends when the database goes away for some seconds: it is started again."""
    while not stop.is_set():
        try:
            app = runs.make_app(shop.url, worker.work)
            async with app.open_async():
                serving = asyncio.create_task(
                    app.run_worker_async(
                        concurrency=concurrency,
                        install_signal_handlers=False,
                        fetch_job_polling_interval=shop.settings.poll_seconds,
                        delete_jobs="always",
                        # Longer ones are left where they stand: their lane is given back, and they go on later.
                        shutdown_graceful_timeout=shop.settings.stop_seconds,
                        listen_notify=True,
                    )
                )
                stopping = asyncio.create_task(stop.wait())
                await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
                serving.cancel()
                stopping.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await serving
        except Exception as error:
            log("worker restarts", error=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _RESTART_SECONDS)


async def _seen(worker: LaneWorker, shop: Workshop, stop: asyncio.Event) -> None:
    while not stop.is_set():
        with contextlib.suppress(DeskError):
            async with transaction(shop.pool) as conn:
                await runs.worker_seen(conn, worker.name)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), shop.settings.heartbeat_seconds)
    with contextlib.suppress(DatabaseUnavailable):
        async with transaction(shop.pool) as conn:
            await runs.worker_gone(conn, worker.name)
