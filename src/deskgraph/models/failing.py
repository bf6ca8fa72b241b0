"""Why a model gave no decision: for people, without a word of what it or its provider wrote, which may quote anything
(a key, a customer, its own thoughts)."""

from http import HTTPStatus

import httpx2
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRateLimitError,
    ModelTimeoutError,
    OutputTokenLimitExceeded,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
    UserError,
)

from deskgraph.errors import ModelFailed
from deskgraph.settings import Settings
from deskgraph.telemetry import ModelOutcome


class TooLong(httpx2.RequestError):
    """A reply beyond `model_reply_limit`; it would be as long the next time."""


class NotJson(httpx2.RemoteProtocolError):
    """A reply of something that stands before the provider: a gateway's page, or nothing at all."""


def is_away(error: Exception) -> bool:
    """Whether another model may stand in: this one was not reached, not in time, or answered with an error. Not so
    when it did answer, and not validly: then a person looks."""
    return isinstance(error, ModelAPIError | TimeoutError)


def outcome_of(failed: ModelFailed) -> ModelOutcome:
    """How the call that it was raised from is counted."""
    match failed.__cause__:
        case None | ModelRateLimitError():
            return "limited"
        case TimeoutError() | ModelTimeoutError():
            return "timeout"
        case ModelAPIError() | UserError():
            return "failed"
        case _:
            return "invalid"


def why(error: Exception, settings: Settings) -> str:
    """The rest of a sentence that begins with the model's name."""
    match error:
        case ModelAPIError():
            return _why_away(error, settings)
        case TimeoutError():
            return f"took longer than {settings.model_seconds:g} s (DESKGRAPH_MODEL_SECONDS)"
        case UsageLimitExceeded():
            return f"gave no valid output in {settings.model_requests} requests (DESKGRAPH_MODEL_REQUESTS)"
        case OutputTokenLimitExceeded():
            return "was cut off at the length its replies may have"
        case ContentFilterError():
            return "was stopped by its provider's filter"
        case UnexpectedModelBehavior():
            return f"gave no valid output, and was asked {settings.model_retries} times to mend it"
        case _:
            return f"cannot be asked as it is set up ({type(error).__name__})"


def _why_away(error: ModelAPIError, settings: Settings) -> str:
    match error:
        case ModelHTTPError(status_code=status):
            return f"answered {status}{_phrase(status)}"
        case ModelTimeoutError(phase="connect" | "pool"):
            bound = min(settings.model_timeout, settings.model_connect_timeout)
            return f"could not be connected to within {bound:g} s (DESKGRAPH_MODEL_CONNECT_TIMEOUT)"
        case ModelTimeoutError():
            return f"gave no whole reply within {settings.model_timeout:g} s (DESKGRAPH_MODEL_TIMEOUT)"
        case ModelConnectionError():
            return _unconnected(error, settings)
        case _:
            return "gave a reply that cannot be read"


def _unconnected(error: Exception, settings: Settings) -> str:
    causes = _causes(error)
    if any(isinstance(cause, TooLong) for cause in causes):
        return f"gave a reply longer than {settings.model_reply_limit} bytes (DESKGRAPH_MODEL_REPLY_LIMIT)"
    if any(isinstance(cause, NotJson) for cause in causes):
        return "gave a reply that cannot be read"
    if any(isinstance(cause, httpx2.ConnectError) for cause in causes):
        return "could not be connected to"
    return "broke the connection off"


def _causes(error: BaseException) -> list[BaseException]:
    causes = []
    at: BaseException | None = error
    while at is not None and at not in causes:
        causes.append(at)
        at = at.__cause__ or at.__context__
    return causes


def _phrase(status: int) -> str:
    try:
        return f" ({HTTPStatus(status).phrase})"
    except ValueError:
        return " (overloaded)" if status == 529 else ""
