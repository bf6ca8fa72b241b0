"""The application over an open desk, and a server for it."""

import contextlib
import errno
import socket
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

from deskgraph import __version__, api, console, telemetry
from deskgraph.errors import PortInUse
from deskgraph.web.desk import Desk
from deskgraph.web.guards import BodyLimit, Guard, cross_origin, foreign_host
from deskgraph.web.handlers import install
from deskgraph.web.loopback import LOCALHOST, check_loopback


def make_app(desk: Desk) -> FastAPI:
    """API, pages and health of this desk, behind the guards."""
    app = FastAPI(title="deskgraph", version=__version__, docs_url=None, redoc_url=None)
    app.state.desk = desk
    app.include_router(api.router())
    app.include_router(console.router())
    install(app, console.problem_page)
    app.add_middleware(BodyLimit, limit=desk.settings.body_limit)
    app.add_middleware(Guard, refusal=cross_origin)
    app.add_middleware(Guard, refusal=foreign_host)
    telemetry.instrument_web(app)
    return app


def listen(host: str, port: int) -> socket.socket:
    """A socket bound before anything else is opened. Port 0 takes a free one.

    `NotLoopback` for an address of the network, `PortInUse` for one that is taken.
    """
    check_loopback(host)
    address = "127.0.0.1" if host.lower() == LOCALHOST else host.strip("[]")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise PortInUse(
            _cannot_listen(error, host, port), "Stop what listens there, or give another --port."
        ) from None
    return listening


def address_of(listening: socket.socket) -> str:
    """Where the desk is found."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A server that leaves signals to the program: uvicorn's handling would end it with the desk open."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Finish what is under way, then end; at once when asked again."""
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
        )
    )


def _cannot_listen(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use."
    return f"Cannot listen on {host}:{port}: {error.strerror}."
