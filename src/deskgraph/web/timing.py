"""How long requests wait for the beginning of their answer, by route."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deskgraph.telemetry import observe_http

# Anybody may send any word as a method; each would be kept until the process ends.
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class Timing:
    """Measures each request until its answer begins: the rest of a stream is no waiting."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = None

        async def timed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                _observe(scope, status, began)
            await send(message)

        try:
            await self.app(scope, receive, timed)
        except Exception:
            # What nobody foresaw is answered further out, with a 500.
            if status is None:
                _observe(scope, 500, began)
            raise


def _observe(scope: Scope, status: int, began: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    # The template of the address, which the router notes; not the address, of which there is no end.
    route = str(getattr(scope.get("route"), "path", "unmatched"))
    observe_http(method, route, status, time.perf_counter() - began)
