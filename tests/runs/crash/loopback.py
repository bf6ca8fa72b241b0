"""A process of its own that serves HTTP on this machine, and is killed at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

# By the first part of an address.
PACES = {"quick": (0.0, 0.0), "slow": (0.02, 0.15)}


@contextmanager
def served(context: ForkServerContext, target: Callable[..., None], *given: Any) -> Iterator[str]:
    """The address of `target`, which is called in the new process with a door to tell it through."""
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *given))
    process.start()
    # Ours alone would keep the door open, and one that dies before it spoke would be waited for.
    theirs.close()
    try:
        yield ours.recv()
    finally:
        process.kill()
        process.join()


class Door(BaseHTTPRequestHandler):
    """Takes what is posted; a subclass says what becomes of it."""

    protocol_version = "HTTP/1.1"

    def answer(self, posted: bytes) -> bytes:
        """What is replied, in JSON."""
        raise NotImplementedError

    @property
    def pace(self) -> tuple[float, float]:
        """Seconds that it takes, at least and at most: the first part of the address says so."""
        return PACES[self.path.split("/")[1]]

    def do_POST(self) -> None:
        body = self.answer(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Nobody reads it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asked was killed: that is what all of this is for."""


def serve(handler: type[Door], door: Connection) -> None:
    """Serve for good; tell the address through the door."""
    server = _Server(("127.0.0.1", 0), handler)
    door.send(f"http://127.0.0.1:{server.server_port}")
    server.serve_forever()
