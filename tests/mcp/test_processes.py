"""Commands of the program over a real MCP server: what they list, and what is left of them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from deskgraph.settings import Settings

from .servers import alive, by_command, processes, until, using

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(settings: Settings, tmp_path: Path, database_url: str, state: Path) -> Iterator[Start]:
    """Start a command with the server named in its file; what still runs is killed at the test's end."""
    entry = by_command(
        state, tools={"get_order": {"policy": "read_only", "holds": "public", "audience": ["team"]}}
    )
    file = using(settings, tmp_path, shop=entry, gone={"command": "no-such-program-here"}).mcp_servers
    told = {
        **os.environ,
        "DESKGRAPH_DATABASE_URL": database_url,
        "DESKGRAPH_HOME": str(tmp_path),
        "DESKGRAPH_MCP_SERVERS": str(file),
        "DESKGRAPH_PACKS": "deskgraph.demo.tools",
    }
    started: list[subprocess.Popen[str]] = []

    def command(*words: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", "from deskgraph.cli import main; main()", *words],
            env=told,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield command
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL], ids=["told to stop", "killed"])
async def test_a_worker_that_ends_leaves_no_server_behind(
    start: Start, state: Path, ends: signal.Signals
) -> None:
    worker = start("worker")
    await until(lambda: processes(state), 60)
    assert worker.stdout is not None
    assert "Working as" in worker.stdout.readline()
    (process,) = processes(state)
    assert alive(process)
    worker.send_signal(ends)
    worker.wait(30)
    await until(lambda: not alive(process))


def listed(start: Start, *words: str) -> Any:
    out, err = start("--json", *words).communicate(timeout=60)
    assert err == ""
    return json.loads(out)


def test_tools_are_listed_with_what_they_may_do_and_where_they_are_from(start: Start, state: Path) -> None:
    found = listed(start, "tools")
    by_name = {tool["name"]: tool for tool in found["tools"]}
    assert by_name["refund"]["policy"] == "needs_approval"
    look = by_name["shop_get_order"]
    assert (look["policy"], look["audiences"], look["server"]) == ("read_only", ["team"], "shop")
    assert by_name["shop_rate_order"]["findings"]
    servers = {server["name"]: server for server in found["servers"]}
    assert (servers["shop"]["up"], servers["gone"]["up"]) == (True, False)
    assert servers["gone"]["why"] == "its command is not there"
    assert not alive(processes(state)[-1])


def test_the_doctor_says_which_server_is_away_and_whose_texts_give_orders(start: Start) -> None:
    checks = {check["name"]: check for check in listed(start, "doctor")["checks"]}
    assert checks["mcp shop"]["level"] == "warn"
    assert "shop_rate_order" in checks["mcp shop"]["detail"]
    assert (checks["mcp gone"]["level"], checks["mcp gone"]["detail"]) == ("warn", "its command is not there")
