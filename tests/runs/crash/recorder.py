"""The world outside the desk: a process of its own that notes each request it gets, and never notices that it had one
before. Doubles must show."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from threading import Lock


@dataclass(frozen=True)
class Line:
    """One request: the key it came with, what was to be done, and with what."""

    key: str
    what: str
    body: dict[str, object]


@dataclass(frozen=True)
class Recorder:
    """The address of the recorder, and the folder of its files: one for each path that is posted to."""

    url: str
    folder: Path

    def lines(self, name: str) -> list[Line]:
        """What was posted under a name so far, in order."""
        file = self.folder / f"{name}.jsonl"
        return [Line(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


@contextmanager
def recording(context: BaseContext, folder: Path) -> Iterator[Recorder]:
    """The recorder for as long as the context is open."""
    ours, theirs = context.Pipe()
    process = context.Process(target=record, args=(folder, theirs))  # type: ignore[attr-defined]  # typeshed: absent
    process.start()
    try:
        yield Recorder(ours.recv(), folder)
    finally:
        process.kill()
        process.join()


def record(folder: Path, door: Connection) -> None:
    """Serve for good; tell the address through the door."""
    alone = Lock()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            line = self.rfile.read(int(self.headers["content-length"]))
            with alone, (folder / f"{Path(self.path).name}.jsonl").open("ab") as file:
                file.write(line + b"\n")
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """It writes down what it gets, and says nothing of it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    door.send(f"http://127.0.0.1:{server.server_port}")
    server.serve_forever()
