"""A request waits for a database connection for a few seconds only: whoever sent it may try again, a run may not."""

from starlette.types import ASGIApp, Receive, Scope, Send

from deskgraph.database import waiting_at_most


class Patience:
    """Answers 503 `database_unavailable` when no connection comes in time, be the database away or the pool full."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with waiting_at_most(self.seconds):
            await self.app(scope, receive, send)
