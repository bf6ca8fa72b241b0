"""What this process measures of itself, for /metrics: in a registry of ours, so that a program around the desk keeps
its own. The library is imported with the first measurement: most commands make none."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Gauge, Histogram

# How a call to a model ended. `invalid`: it answered, and never with a decision; `limited`: 429, or a spent cap.
ModelOutcome = Literal["decided", "invalid", "timeout", "limited", "failed"]
# From a builtin model's milliseconds to the default of `model_timeout`.
_MODEL_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0)
_HTTP_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# A run may name its own model: names beyond so many are told as one, for each is kept until the process ends.
_MODELS = 50


@dataclass(frozen=True)
class _Measured:
    registry: "CollectorRegistry"
    model: "Histogram"
    http: "Histogram"
    servers: "Gauge"
    models: set[str]


@lru_cache(maxsize=1)
def _measured() -> _Measured:
    from prometheus_client import CollectorRegistry, Gauge, Histogram

    registry = CollectorRegistry()
    model = Histogram(
        "deskgraph_model_call_seconds",
        "Seconds of a call to a model, by its purpose, its name and how it ended.",
        ("purpose", "model", "outcome"),
        registry=registry,
        buckets=_MODEL_SECONDS,
    )
    http = Histogram(
        "deskgraph_http_response_seconds",
        "Seconds from an HTTP request to the beginning of its answer.",
        ("method", "route", "status"),
        registry=registry,
        buckets=_HTTP_SECONDS,
    )
    servers = Gauge(
        "deskgraph_mcp_server_up",
        "Whether this process reaches an MCP server: 1 or 0.",
        ("server",),
        registry=registry,
    )
    return _Measured(registry, model, http, servers, set())


def observe_model(purpose: str, model: str, seconds: float, outcome: ModelOutcome) -> None:
    """A call to a model ended, after so many seconds."""
    measured = _measured()
    if len(measured.models) < _MODELS:
        measured.models.add(model)
    name = model if model in measured.models else "other"
    measured.model.labels(str(purpose), name, outcome).observe(seconds)


def observe_http(method: str, route: str, status: int, seconds: float) -> None:
    """An HTTP request of this route (its template, not its address) began to be answered, after so many seconds."""
    _measured().http.labels(method, route, str(status)).observe(seconds)


def observe_server(name: str, up: bool) -> None:
    """An MCP server is reached, or is not."""
    _measured().servers.labels(name).set(float(up))


def measurements() -> bytes:
    """All of it, in Prometheus' text format."""
    from prometheus_client import generate_latest

    return generate_latest(_measured().registry)


@contextmanager
def served(port: int) -> Iterator[int]:
    """What `measurements` gives, over HTTP on this machine's own address; gives the port, a free one for 0."""
    from prometheus_client import start_http_server

    server, thread = start_http_server(port, "127.0.0.1", registry=_measured().registry)
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
