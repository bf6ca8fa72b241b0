"""Who is let in before anything of the desk runs: three small doors in front of the application.

Without accounts a browser on this machine is trusted, so a page of another site must not be able to use it:
not by a name that resolves to loopback (DNS rebinding), nor by a form that posts here (CSRF).
"""

from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deskgraph.errors import CrossOrigin, DeskError, ForeignHost
from deskgraph.web.loopback import is_loopback
from deskgraph.web.problems import Problem, problem, problem_of, response

_SAFE = {"GET", "HEAD", "OPTIONS"}
_OWN_SITE = {"same-origin", "none"}

Refusal = Callable[[Scope], DeskError | None]


class Guard:
    """Answers with a problem what its check refuses, and lets through the rest."""

    def __init__(self, app: ASGIApp, refusal: Refusal) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (error := self.refusal(scope)) is not None:
            await response(problem_of(error))(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def foreign_host(scope: Scope, known: Collection[str] = ()) -> DeskError | None:
    """A request by a name that is neither this machine's own nor one of those that the desk is known by."""
    host = Headers(scope=scope).get("host", "")
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    if is_loopback(name) or name.lower() in known:
        return None
    return ForeignHost(
        "This desk does not answer by that name.", "Use http://127.0.0.1, or name it in DESKGRAPH_HOSTS."
    )


def cross_origin(scope: Scope) -> DeskError | None:
    """A request that changes something, sent by the page of another site."""
    headers = Headers(scope=scope)
    if scope["method"] in _SAFE:
        return None
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    own_site = site is None or site in _OWN_SITE
    own_origin = origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    if own_site and own_origin:
        return None
    return CrossOrigin(
        "A page of another site sent this.", "Send it from the desk's own pages, or from a program."
    )


class BodyLimit:
    """Reads a body whole before the application does, and refuses one over the limit, announced or not."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        try:
            body = None if announced.isdigit() and int(announced) > self.limit else await self._read(receive)
        except ClientDisconnect:
            # What came of it may read like a whole form: half a ruling is none.
            return
        if body is None:
            await response(self._too_large(), {"Connection": "close"})(scope, receive, send)
        else:
            await self.app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > self.limit:
                return None
            more = message.get("more_body", False)
        return body

    def _too_large(self) -> Problem:
        return problem(
            "body_too_large", f"A request may have {self.limit} bytes.", "DESKGRAPH_BODY_LIMIT raises it."
        )


def _replay(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return pending.pop() if pending else await receive()

    return again
