"""How long a person waits: for the help, and for a desk that was started before."""

import asyncio
import json
import os
import statistics
import sys
import time
import urllib.error
import urllib.request

from deskgraph.errors import Unavailable
from deskgraph.settings import Settings

_PROGRAM = (sys.executable, "-c", "from deskgraph.cli import main; main()")
_TIMES = 5
_PATIENCE_SECONDS = 60.0
_LOOK_EVERY_SECONDS = 0.01


async def startup_figures(settings: Settings) -> dict[str, float | None]:
    """Seconds: `help_seconds`, `serve_first_ready_seconds` (an empty home), `serve_ready_seconds` (a home
    used before, its database stopped). Ready means that /readyz says so, a worker included."""
    first = await _seconds_until_ready(settings)
    return {
        "help_seconds": statistics.median([await _seconds_of_help() for _ in range(_TIMES)]),
        "serve_first_ready_seconds": first,
        "serve_ready_seconds": statistics.median(
            [await _seconds_until_ready(settings) for _ in range(_TIMES)]
        ),
    }


async def _seconds_of_help() -> float:
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(*_PROGRAM, "--help", stdout=asyncio.subprocess.DEVNULL)
    await process.wait()
    return time.perf_counter() - begun


async def _seconds_until_ready(settings: Settings) -> float:
    environment = {**os.environ, "DESKGRAPH_HOME": str(settings.home)}
    environment.pop("DESKGRAPH_DATABASE_URL", None)
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *_PROGRAM, "--json", "serve", "--port", "0", env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            url = await _url_of(process)
            await asyncio.to_thread(_wait_until_ready, url)
        return time.perf_counter() - begun
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def _url_of(process: asyncio.subprocess.Process) -> str:
    """The address that `serve --json` prints once it listens."""
    document = b""
    if process.stdout is None:
        raise ValueError("the process was started without a pipe")
    while line := await process.stdout.readline():
        document += line
        if line.rstrip() == b"}":
            return str(json.loads(document)["url"])
    raise Unavailable("`deskgraph serve` ended before it listened.", "Run it by hand: it says why.")


def _wait_until_ready(url: str) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while not _ready(url) and time.monotonic() < until:
        time.sleep(_LOOK_EVERY_SECONDS)


def _ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
            return int(answer.status) == 200
    except (urllib.error.URLError, ConnectionError):
        return False
