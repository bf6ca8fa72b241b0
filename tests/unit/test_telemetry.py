"""Spans say what happened and never what anybody wrote; without anywhere to go there are none."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

_QUIET = """
import sys
from deskgraph import telemetry
assert not telemetry.configure()
with telemetry.attach("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), telemetry.span("node x", run=1):
    assert telemetry.traceparent() is None
print([name for name in ("logfire", "opentelemetry") if name in sys.modules])
"""

_TRACED = """
import asyncio, json, sys
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from deskgraph import telemetry

kept = InMemorySpanExporter()
assert telemetry.configure([SimpleSpanProcessor(kept)])

class GraphInterrupt(Exception): ...

async def statements() -> None:
    import psycopg
    from deskgraph.database import connecting
    async with await connecting.connect(sys.argv[1]) as conn:
        await conn.execute("create temporary table said (words text primary key)")
        for _ in range(2):
            try:
                await conn.execute("insert into said values (%(words)s)", {"words": "my-secret"})
            except psycopg.errors.UniqueViolation:
                pass

async def request() -> None:
    import httpx
    from fastapi import Body, FastAPI, Header
    app = FastAPI()
    @app.post("/tickets/{number}")
    async def post(number: int, text: str = Body(), token: str = Header()) -> None:
        raise ValueError(text)
    telemetry.instrument_web(app)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://desk") as client:
        await client.post("/tickets/7", json="my-secret", headers={"token": "my-secret"})
        await client.post("/tickets/my", json={"my-secret": 1})

async def model() -> None:
    from pydantic_ai import Agent, ModelRetry
    from pydantic_ai.models.test import TestModel
    agent = Agent(TestModel(custom_output_text="my-secret"), instructions="my-secret")
    @agent.tool_plain
    def look_up(what: str) -> str:
        return "my-secret"
    await agent.run("my-secret")

with telemetry.span("run", run=7):
    trace = telemetry.traceparent()
for fault in (ValueError("my-secret"), GraphInterrupt("my-secret")):
    try:
        with telemetry.attach(trace), telemetry.span("node x", run=7):
            raise fault
    except Exception:
        pass
with telemetry.attach(trace):
    telemetry.log("run failed", run=7)
    for traced in (statements(), request(), model()):
        asyncio.run(traced)
spans = [json.loads(span.to_json()) for span in kept.get_finished_spans()]
json.dump(spans, sys.stdout)
"""


@pytest.fixture(scope="module")
def spans(server: str) -> list[dict[str, Any]]:
    """Everything that a process of statements, requests and model calls exports, each with `my-secret` in it."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _TRACED, server], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_without_token_or_endpoint_nothing_is_set_up_or_even_imported() -> None:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("LOGFIRE_", "OTEL_"))}
    done = subprocess.run(
        [sys.executable, "-c", _QUIET], capture_output=True, text=True, check=True, env=bare
    )
    assert done.stdout.strip() == "[]"


def test_no_span_holds_what_anybody_wrote(spans: list[dict[str, Any]]) -> None:
    assert [span for span in spans if "my-secret" in str(span)] == []


def test_nodes_statements_requests_and_model_calls_are_spans(spans: list[dict[str, Any]]) -> None:
    names = {str(span["name"]) for span in spans}
    assert {"run", "node x", "run failed", "insert", "POST /tickets/{number}"} <= names
    assert any(name.startswith("chat") for name in names)


def test_a_resumed_run_joins_its_trace(spans: list[dict[str, Any]]) -> None:
    traces = {
        str(span["context"]["trace_id"]) for span in spans if span["name"] in {"run", "node x", "chat test"}
    }
    assert len(traces) == 1


def test_a_fault_is_a_fault_by_its_name_and_parking_is_none(spans: list[dict[str, Any]]) -> None:
    statuses = [span["status"] for span in spans if span["name"] == "node x"]
    assert statuses == [{"status_code": "ERROR", "description": "ValueError"}, {"status_code": "UNSET"}]
