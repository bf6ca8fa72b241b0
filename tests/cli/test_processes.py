"""Processes that go on until they are told to end: `serve` and `worker`."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

CALL = [sys.executable, "-c", "from deskgraph.cli import main; main()"]


@pytest.fixture
def environment(database_url: str) -> dict[str, str]:
    return {**os.environ, "DESKGRAPH_DATABASE_URL": database_url}


@contextmanager
def running(environment: dict[str, str], *words: str) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """A process that has said that it is ready, and the document it said it with."""
    process = subprocess.Popen(
        [*CALL, "--json", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, _document(process)
    finally:
        process.kill()
        process.communicate()


def _document(process: subprocess.Popen[str]) -> Any:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line == "}\n":
            return json.loads(said)
    raise AssertionError(f"it ended: {process.communicate()[1]}")


def ended(process: subprocess.Popen[str], by: signal.Signals) -> tuple[int, str]:
    process.send_signal(by)
    _, err = process.communicate(timeout=60)
    return process.returncode, err


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_desk_serves_until_it_is_told_to_end(environment: dict[str, str], by: signal.Signals) -> None:
    with running(environment, "serve", "--port", "0") as (process, told):
        assert httpx.get(f"{told['url']}/healthz").status_code == 200
        assert httpx.get(told["desk"]).status_code == 200
        assert ended(process, by) == (0, "")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_desk_ends_with_the_event_streams_that_it_has_open(
    environment: dict[str, str], by: signal.Signals
) -> None:
    body = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}
    with running(environment, "serve", "--port", "0", "--no-worker") as (process, told):
        ticket = httpx.post(f"{told['url']}/api/tickets", json=body).json()["ticket"]
        with httpx.stream("GET", f"{told['url']}/api/tickets/{ticket}/events", timeout=60) as answer:
            lines = answer.iter_lines()
            while next(lines) != "id: 3":
                pass
            status = ended(process, by)
            # To its end in good order: a connection that was cut would raise here.
            assert list(lines) == [""]
        assert status == (0, "")


def test_a_desk_without_a_worker_works_nothing(environment: dict[str, str]) -> None:
    with running(environment, "serve", "--port", "0", "--no-worker") as (_, told):
        assert httpx.get(f"{told['url']}/readyz").json()["worker_seen"] is False


def test_a_worker_tells_what_it_measures(environment: dict[str, str]) -> None:
    with running(environment, "worker", "--metrics-port", "0") as (process, told):
        text = httpx.get(told["metrics"]).text
        assert "deskgraph_model_call_seconds" in text
        taken = told["metrics"].rpartition(":")[2].removesuffix("/metrics")
        second = subprocess.run(
            [*CALL, "worker", "--metrics-port", taken],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (second.returncode, second.stdout) == (1, "")
        assert f"Port {taken} cannot be listened on" in second.stderr
        assert ended(process, signal.SIGTERM)[0] == 0


def test_a_worker_ends_when_it_is_told_to(environment: dict[str, str]) -> None:
    with running(environment, "worker", "--concurrency", "2") as (process, told):
        assert told["worker"]
        status, err = ended(process, signal.SIGTERM)
        assert status == 0
        assert "Traceback" not in err


def test_a_port_that_is_taken_is_one_line(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*CALL, "serve", "--port", port], env=environment, capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert f"Port {port}" in done.stderr


@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("worker",)])
def test_a_model_that_does_not_exist_is_told_at_the_start(
    environment: dict[str, str], words: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [*CALL, *words],
        env={**environment, "DESKGRAPH_ROUTING_MODEL": "opnai:gpt"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "Did you mean 'openai:gpt'?" in done.stderr


def test_an_address_of_the_network_is_refused_in_one_line(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [*CALL, "serve", "--host", "0.0.0.0"], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "serves only this machine" in done.stderr


def test_a_reader_that_goes_away_is_no_failure_to_speak_of(environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*CALL, "--help"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(timeout=60)
