"""Exceptions in spans by their names alone: a validation error quotes its input, a broken constraint its row."""

from logfire.types import ExceptionCallbackHelper
from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor
from opentelemetry.trace import Status, StatusCode

# A run that parks leaves its node by this exception; a worker that stops, by the other. Neither is a fault.
_NO_FAULT = {"GraphInterrupt", "CancelledError"}


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
    """Keeps an exception's words out of the status, too, which the instrumentation of others sets by itself."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Have the span take only the type's name of a status such as `UniqueViolation: Key (email)=(...)`."""
        set_status = span.set_status

        def set_wordless(status: Status | StatusCode, description: str | None = None) -> None:
            code = status.status_code if isinstance(status, Status) else status
            said = status.description if isinstance(status, Status) else description
            name = said.split(":", 1)[0] if said else None
            if name in _NO_FAULT:
                return
            set_status(Status(code, name if code is StatusCode.ERROR else None))

        # A processor may read a span that ends, and not change it: this is the only way in.
        span.set_status = set_wordless
