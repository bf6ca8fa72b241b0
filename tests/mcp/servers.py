"""Real MCP servers for tests: how they are named in a file, started over HTTP, killed and waited for."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskgraph.settings import Settings


@dataclass(frozen=True)
class Shop:
    """A server that listens, and the folder where it notes what it does."""

    url: str
    state: Path


PROGRAM = Path(__file__).with_name("shop_server.py")


def by_command(state: Path, *more: str, **rules: Any) -> dict[str, Any]:
    """The entry of a server that is started as a child."""
    return {
        "command": sys.executable,
        "args": [str(PROGRAM), *more],
        "env": {"SHOP_STATE": str(state)},
        **rules,
    }


def using(settings: Settings, folder: Path, **servers: dict[str, Any]) -> Settings:
    """Settings with these servers, which are waited for and tried again within moments."""
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    quick = {"mcp_backoff": 0.05, "mcp_wait": 0.2, "mcp_refresh_seconds": 0.2, "mcp_connect_seconds": 10.0}
    return settings.model_copy(update={"mcp_servers": file, **quick})


def noted(state: Path) -> list[str]:
    """What the servers did, in order, but for their starts."""
    return [line for line in _log(state) if not line.startswith("started")]


def processes(state: Path) -> list[int]:
    """The processes that were started, the newest last."""
    return [int(line.split()[1]) for line in _log(state) if line.startswith("started")]


def _log(state: Path) -> list[str]:
    log = state / "log"
    return log.read_text().splitlines() if log.exists() else []


def alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def kill(state: Path) -> None:
    """Kill the newest process."""
    os.kill(processes(state)[-1], signal.SIGKILL)


async def until(holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait for what another process brings about."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110  # another process sets no event of this loop
            await asyncio.sleep(0.02)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextlib.contextmanager
def over_http(state: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The server as a process of its own that listens on 127.0.0.1."""
    told = {**os.environ, "SHOP_STATE": str(state)}
    command = [sys.executable, str(PROGRAM), "--port", str(port)]
    with subprocess.Popen(command, env=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _await_port(port)
            yield process
        finally:
            process.kill()


def _await_port(port: int) -> None:
    for _ in range(2_000):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        with contextlib.suppress(InterruptedError):
            signal.sigtimedwait([], 0.01)
    raise TimeoutError(f"nothing listens on {port}")
