"""A worker process of a cell: it works as any worker does, until it is killed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.runs import saver
from deskgraph.settings import Settings

from .forks import FORKS, speak_into
from .ground import LEASE_SECONDS, Ground, desk_of
from .places import Places, watch

_NEVER_SECONDS = 3600.0


def start(
    ground: Ground,
    name: str,
    *,
    user: str,
    pace: str = "quick",
    deadly: str | None = None,
    trace: Path | None = None,
    lease_seconds: float = LEASE_SECONDS,
) -> BaseProcess:
    """A worker on a cell's database. What it says goes to a file of its own."""
    settings = {
        "pace": pace,
        "user": user,
        "lease_seconds": lease_seconds,
        "heartbeat_seconds": lease_seconds / 5,
    }
    process = FORKS.Process(target=_run, args=(ground, name, settings, deadly, trace))
    process.start()
    return process


@asynccontextmanager
async def death_of(process: BaseProcess) -> AsyncIterator[asyncio.Event]:
    """Set when the process is dead, however it died."""
    loop, dead = asyncio.get_running_loop(), asyncio.Event()

    def note() -> None:
        loop.remove_reader(process.sentinel)
        dead.set()

    loop.add_reader(process.sentinel, note)
    try:
        yield dead
    finally:
        loop.remove_reader(process.sentinel)


async def disconnected(desk: Desk, user: str) -> None:
    """Until the server has noticed that a dead worker is gone: what it had sent may still commit."""
    while True:
        async with transaction(desk.pool) as conn:
            rows = await conn.execute(
                "select 1 from pg_stat_activity where datname = current_database() and application_name = %s",
                (user,),
            )
            if not await rows.fetchall():
                return
        await asyncio.sleep(0.01)


def _run(ground: Ground, name: str, settings: dict[str, Any], deadly: str | None, trace: Path | None) -> None:
    speak_into(ground.home / f"{name}.{settings['user']}.log")
    if deadly is not None or trace is not None:
        # What nothing depends on is written when the clock says so: a place that is passed by chance cannot be asked
        # for. Without the clock a kill undoes more than it ever could.
        saver._WAIT_SECONDS = _NEVER_SECONDS
        watch(Places(deadly, trace))
    asyncio.run(_work(ground.settings(name, **settings)))


async def _work(settings: Settings) -> None:
    async with desk_of(settings) as desk:
        await work(desk)


async def work(desk: Desk) -> None:
    """Until the process or the task ends."""
    async with desk.working():
        await asyncio.Event().wait()
