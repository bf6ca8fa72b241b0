"""Spans without anybody's words: exceptions by their names alone, requests by their routes.

A validation error quotes its input, a broken constraint its row; an address of ours may hold a customer's.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from logfire.types import ExceptionCallbackHelper
from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor
from opentelemetry.trace import Status, StatusCode

from deskgraph.privacy import unnumbered

# A run that parks leaves its node by this exception; a worker that stops, by the other. Neither is a fault.
_NO_FAULT = {"GraphInterrupt", "CancelledError"}
# Where a request went and who sent it, by the old names and the new ones. Its route is told besides.
_ABOUT_CLIENTS = frozenset(
    [
        *(
            "http.target",
            "http.url",
            "http.user_agent",
            "http.client_ip",
            "net.peer.ip",
            "net.sock.peer.addr",
        ),
        *("url.full", "url.path", "url.query", "user_agent.original", "client.address"),
        "network.peer.address",
    ]
)
_LEFT_OUT = "(left out)"


def name_only(helper: ExceptionCallbackHelper) -> None:
    """Note an exception's type, and the code of ours, instead of its words and its stack."""
    name = type(helper.exception).__name__
    helper.no_record_exception()
    helper.span.set_attribute("exception.type", name)
    if isinstance(code := getattr(helper.exception, "code", None), str):
        helper.span.set_attribute("exception.code", code)
    if name in _NO_FAULT:
        helper.level = "info"


class Wordless(SpanProcessor):
    """Keeps out what the instrumentation of others sets by itself: an exception's words in a status, the address of a
    request, and whatever reads as personal data."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Mend the span, and have it mend what it is told later: one that ends can be read, and not changed."""
        attributes = dict(span.attributes or {})
        if "http.method" in attributes or "http.request.method" in attributes:
            attributes["logfire.msg"] = span.name
        _mend_attributes(span, attributes)
        _mend_status(span)


def _mend_attributes(span: Span, given: Mapping[str, Any]) -> None:
    span.update_name(_clean("", span.name))
    span.set_attributes({name: _clean(name, value) for name, value in given.items()})
    set_attribute, set_attributes = span.set_attribute, span.set_attributes

    def set_clean(key: str, value: Any) -> None:
        set_attribute(key, _clean(key, value))

    def set_all_clean(attributes: Mapping[str, Any]) -> None:
        set_attributes({name: _clean(name, value) for name, value in attributes.items()})

    span.set_attribute = set_clean  # type: ignore[method-assign]  # the only way in
    span.set_attributes = set_all_clean  # type: ignore[method-assign]  # the same


def _mend_status(span: Span) -> None:
    """Have the span take only the type's name of a status such as `UniqueViolation: Key (email)=(...)`."""
    set_status = span.set_status

    def set_wordless(status: Status | StatusCode, description: str | None = None) -> None:
        code = status.status_code if isinstance(status, Status) else status
        said = status.description if isinstance(status, Status) else description
        name = said.split(":", 1)[0] if said else None
        if name in _NO_FAULT:
            return
        set_status(Status(code, name if code is StatusCode.ERROR else None))

    span.set_status = set_wordless


def _clean(name: str, value: Any) -> Any:
    if name in _ABOUT_CLIENTS:
        return _LEFT_OUT
    return _without_personal(value) if isinstance(value, str) else value


@lru_cache(1_024)
def _without_personal(text: str) -> str:
    """Most texts of spans are statements, and come again and again."""
    return unnumbered(text, plans=False)
