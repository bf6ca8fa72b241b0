"""Logfire, here only: a span a node with the model calls inside, HTTP and SQL; no message body in any of them.

Spans are sent to Logfire only if its token is present, and to any OTLP endpoint that the standard variable
`OTEL_EXPORTER_OTLP_ENDPOINT` names. The library is imported when a desk opens, so that a command that opens none does
not wait for it.
"""

import contextlib
import logging
import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import FastAPI

_log = logging.getLogger("deskgraph")


@lru_cache
def configure() -> None:
    """Set tracing up, once a process."""
    import logfire

    logfire.configure(
        service_name="deskgraph",
        send_to_logfire="if-token-present",
        console=False,
        # Attributes are ids, names and numbers; what looks like a secret among them is scrubbed all the same.
        inspect_arguments=False,
        # A run joins the trace it was made in; it is our own header that is read back.
        distributed_tracing=True,
    )
    logfire.instrument_pydantic_ai(include_content=False)
    logfire.instrument_psycopg(capture_parameters=False)


def instrument_web(app: "FastAPI") -> None:
    """A span a request: its route and status, never its body."""
    import logfire

    configure()
    logfire.instrument_fastapi(
        app, capture_headers=False, request_attributes_mapper=lambda _request, _found: None
    )


@contextlib.contextmanager
def span(name: str, **attributes: Any) -> Iterator[None]:
    """A span around what happens inside; attributes are ids and names, never what anybody wrote."""
    import logfire

    with logfire.span(name, **attributes):
        yield


def log(message: str, **attributes: Any) -> None:
    """A line for operators, and an entry of the trace."""
    _log.warning("%s %s", message, " ".join(f"{name}={value}" for name, value in attributes.items()))


def traceparent() -> str | None:
    """The current trace as a W3C header, to be kept with a run; None outside of one."""
    from opentelemetry.propagate import inject

    carrier: dict[str, str] = {}
    inject(carrier)
    return carrier.get("traceparent")


@contextlib.contextmanager
def attach(parent: str | None) -> Iterator[None]:
    """Go on in the trace that a run was made in, whichever process works it."""
    if parent is None:
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
    """Where spans go besides Logfire; `doctor` says so."""
    return os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
