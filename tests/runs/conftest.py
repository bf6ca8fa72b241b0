"""Real processes that are killed: workers started by the command, on the test's database."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.runs import steps
from deskgraph.settings import Settings
from tests.graphs.paid_model import PaidModel, serving

_HERE = Path(__file__).parent


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Iterator[PaidModel]:
    with serving(PaidModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        yield model


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What the slow tool wrote: the truth of how often it ran."""
    return tmp_path / "slow_shop.log"


@pytest.fixture
def environment(
    database_url: str, tmp_path: Path, log: Path, paid: PaidModel, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What every process of the test has in its environment, this one included."""
    model = "openai-chat:scripted"
    given = {
        "DESKGRAPH_DATABASE_URL": database_url,
        "DESKGRAPH_HOME": str(tmp_path),
        "DESKGRAPH_PACKS": "slow_shop",
        "DESKGRAPH_ROUTING_MODEL": model,
        "DESKGRAPH_WRITING_MODEL": model,
        "DESKGRAPH_REVIEWING_MODEL": model,
        # The scripted model says what it is told, and not what an article holds.
        "DESKGRAPH_SUPPORT_SHARE": "0",
        "DESKGRAPH_LEASE_SECONDS": "1",
        "DESKGRAPH_HEARTBEAT_SECONDS": "0.2",
        "DESKGRAPH_SWEEP_SECONDS": "0.2",
        "SLOW_SHOP_LOG": str(log),
        "PYTHONPATH": str(_HERE),
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(str(_HERE))
    return dict(os.environ)


@pytest.fixture
async def desk(environment: dict[str, str]) -> AsyncIterator[Desk]:
    """The test's own process: it submits, rules and resumes."""
    async with open_desk(Settings()) as opened:
        yield opened


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    """Start a command of the program in a process of its own; it is killed at the test's end."""
    started: list[subprocess.Popen[str]] = []

    def command(*words: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", "from deskgraph.cli import main; main()", *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield command
    for process in started:
        kill(process)


def kill(process: "subprocess.Popen[str]") -> None:
    """SIGKILL: nothing of the process runs any more."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.communicate()


def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something of another process holds; a test that waits in vain fails."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


async def kept(desk: Desk, run_id: int, node: str) -> None:
    """Wait until a step of this node is written: what a kill would undo before is asked for again."""
    async with asyncio.timeout(30):
        while True:
            async with transaction(desk.pool) as conn:
                if node in [step.node for step in await steps(conn, run_id)]:
                    return
            await asyncio.sleep(0.02)
