"""The world outside the desk: a process of its own that notes each request it gets, and never notices that it had one
before. Doubles must show."""

import json
import random
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

from .loopback import Door, serve


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


def record(door: Connection, folder: Path) -> None:
    """Serve for good, one file a path in this folder."""
    alone = Lock()

    class Book(Door):
        def answer(self, posted: bytes) -> bytes:
            # Who asked may be killed before it is noted, or after.
            time.sleep(random.uniform(*self.pace) / 2)
            with alone, (folder / f"{Path(self.path).name}.jsonl").open("ab") as file:
                file.write(posted + b"\n")
            time.sleep(random.uniform(*self.pace) / 2)
            return b"{}"

    serve(Book, door)
