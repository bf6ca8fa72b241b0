"""The application over an open desk, and a server for it."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

import uvicorn
from fastapi import FastAPI

from deskgraph import __version__, api, console, telemetry
from deskgraph.web.desk import Desk
from deskgraph.web.guards import BodyLimit, Guard, cross_origin, foreign_host
from deskgraph.web.handlers import install
from deskgraph.web.patience import Patience
from deskgraph.web.streams import Streams
from deskgraph.web.timing import Timing


def make_app(desk: Desk) -> FastAPI:
    """API, pages and health of this desk, behind the guards."""
    app = FastAPI(title="deskgraph", version=__version__, docs_url=None, redoc_url=None)
    app.state.desk = desk
    app.state.streams = Streams(desk)
    app.include_router(api.router())
    app.include_router(console.router())
    install(app, console.problem_page)
    app.add_middleware(Patience, seconds=desk.settings.door_timeout)
    app.add_middleware(BodyLimit, limit=desk.settings.body_limit)
    app.add_middleware(Guard, refusal=cross_origin)
    app.add_middleware(Guard, refusal=partial(foreign_host, known=desk.settings.hosts))
    app.add_middleware(Timing)
    telemetry.instrument_web(app)
    return app


class Server(uvicorn.Server):
    """A server that leaves signals to the program: uvicorn's handling would end it with the desk open."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Finish what is under way, then end; at once when asked again. An event stream would be under way for ever:
        it ends now, and its reader comes back to whoever serves next."""
        self._end_streams()
        self.force_exit = self.should_exit
        self.should_exit = True


def server(desk: Desk) -> Server:
    """A server of this desk: `await server(desk).serve(sockets=[listening])` until its `stop()`."""
    return Server(
        uvicorn.Config(
            make_app(desk),
            log_level="warning",
            access_log=False,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        ),
        end_streams=desk.announcer.end,
    )
