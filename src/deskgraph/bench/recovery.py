"""Seconds from the kill -9 of a worker to its run going on in another, at the defaults."""

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import AsyncIterator

from deskgraph.bench.five import ScriptedModel
from deskgraph.bench.shop import hand_in, measured_desk
from deskgraph.bootstrap import Desk
from deskgraph.database import load, session, value
from deskgraph.settings import Settings

QUERIES = load(__file__)
_LOOK_SECONDS = 0.02
_NEVER_SECONDS = 600.0


async def recovery_seconds(settings: Settings, url: str) -> float:
    """The killed worker is a process of its own that waits for a model; the other one was idle beside it."""
    model = ScriptedModel()
    async with measured_desk(settings, url, model) as desk, _victim(url) as victim:
        (run,) = await hand_in(desk, 1, f"recovery{time.monotonic_ns()}-")
        await _until_worked(desk, run)
        async with desk.working():
            # The heart has beaten: the lease is as young as it ever is.
            await asyncio.sleep(1.5 * settings.heartbeat_seconds)
            victim.send_signal(signal.SIGKILL)
            killed = time.perf_counter()
            async with asyncio.timeout(60):
                while not model.asked:  # noqa: ASYNC110  # it is asked when the run goes on
                    await asyncio.sleep(_LOOK_SECONDS)
            return time.perf_counter() - killed


@contextlib.asynccontextmanager
async def _victim(url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "deskgraph.bench.recovery", url)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _until_worked(desk: Desk, run: int) -> None:
    async with asyncio.timeout(60):
        while True:
            async with session(desk.pool) as conn:
                if await value(conn, QUERIES["lease_of"], run=run):
                    return
            await asyncio.sleep(_LOOK_SECONDS)


async def _work(url: str) -> None:
    """The process that is to be killed."""
    settings = Settings()
    async with measured_desk(settings, url, ScriptedModel(_NEVER_SECONDS)) as desk, desk.working():
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_work(sys.argv[1]))
