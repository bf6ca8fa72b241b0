"""Logfire, here only: a span a node with the model calls inside, HTTP and SQL.

Spans go to Logfire if its token is present, and to any OTLP endpoint that the standard variables name. With neither
nothing is set up, and the library, which takes its time to import, is not imported. What anybody wrote is in no span:
no message, no model's words, no parameter of a statement, and nothing an exception says, for that may quote them.
"""

import contextlib
import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskgraph.telemetry.measured import (
    ModelOutcome,
    measurements,
    observe_http,
    observe_model,
    observe_server,
    served,
)
from deskgraph.telemetry.records import install

if TYPE_CHECKING:
    from fastapi import FastAPI
    from opentelemetry.sdk.trace import SpanProcessor

__all__ = [
    "ModelOutcome",
    "attach",
    "configure",
    "instrument_web",
    "log",
    "measurements",
    "observe_http",
    "observe_model",
    "observe_server",
    "otlp_endpoint",
    "served",
    "span",
    "traced",
    "traceparent",
]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
# What Logfire's own command leaves in the folder of a project.
_CREDENTIALS = Path(".logfire", "logfire_credentials.json")
_log = logging.getLogger("deskgraph")
_traced: set[int] = set()


def configure(processors: "Sequence[SpanProcessor]" = ()) -> bool:
    """Set tracing up, once a process, if spans have anywhere to go; gives whether they have. `processors` are
    further places. Log records have no personal data from here on, with spans or without."""
    install()
    wanted = processors or os.environ.get("LOGFIRE_TOKEN") or _CREDENTIALS.exists() or otlp_endpoint()
    if traced() or not wanted:
        return traced()
    import logfire

    from deskgraph.telemetry.wordless import Wordless, name_only

    logfire.configure(
        service_name="deskgraph",
        send_to_logfire="if-token-present",
        console=False,
        inspect_arguments=False,
        # A run joins the trace it was made in; it is our own header that is read back.
        distributed_tracing=True,
        additional_span_processors=[Wordless(), *processors],
        advanced=logfire.AdvancedOptions(exception_callback=name_only),
    )
    logfire.instrument_pydantic_ai(include_content=False)
    logfire.instrument_psycopg("psycopg", capture_parameters=False)
    # A process that is forked from this one has no exporter of its own.
    _traced.add(os.getpid())
    return True


def traced() -> bool:
    """Whether this process makes spans."""
    return os.getpid() in _traced


def instrument_web(app: "FastAPI") -> None:
    """A span a request: its route and status, never its body or its headers."""
    if configure():
        import logfire

        logfire.instrument_fastapi(
            app, capture_headers=False, request_attributes_mapper=lambda _request, _found: None
        )


@contextlib.contextmanager
def span(name: str, **attributes: Any) -> Iterator[None]:
    """A span around what happens inside; attributes are ids and names, never what anybody wrote."""
    if not traced():
        yield
        return
    import logfire

    with logfire.span(name, **attributes):
        yield


def log(message: str, **attributes: Any) -> None:
    """A line for operators, and an entry of the trace; attributes as in `span`."""
    _log.warning("%s %s", message, " ".join(f"{name}={value}" for name, value in attributes.items()))
    if traced():
        import logfire

        logfire.warn(message, **attributes)


def traceparent() -> str | None:
    """The current trace as a W3C header, to be kept with a run; None outside of one."""
    if not traced():
        return None
    from opentelemetry.propagate import inject

    carrier: dict[str, str] = {}
    inject(carrier)
    return carrier.get("traceparent")


@contextlib.contextmanager
def attach(parent: str | None) -> Iterator[None]:
    """Go on in the trace that a run was made in, whichever process works it."""
    if parent is None or not traced():
        yield
        return
    from opentelemetry import context
    from opentelemetry.propagate import extract

    token = context.attach(extract({"traceparent": parent}))
    try:
        yield
    finally:
        context.detach(token)


def otlp_endpoint() -> str | None:
    """Where spans go besides Logfire, if anywhere."""
    return next((os.environ[name] for name in _ENDPOINTS if os.environ.get(name)), None)
