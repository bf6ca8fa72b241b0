"""What all cells stand on: one throw-away server, a migrated database to copy, the model, the recorder, and the
settings under which a dead worker is noticed within a second."""

import contextlib
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from pydantic import SecretStr

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.settings import Settings

from .loopback import served
from .outside import ADDRESS, PACK, Courier
from .recorder import Recorder, record
from .scripted import EMBEDDER, NAME, answer

# A process that is forked from one which has imported them starts in milliseconds. It has no thread and no loop.
_PRELOADED = [
    "deskgraph.bootstrap",
    "deskgraph.staff",
    "openai",
    "pydantic_ai.models.openai",
    "procrastinate",
]
FORKS = multiprocessing.get_context("forkserver")
LEASE_SECONDS = 1.0


@dataclass(frozen=True)
class Ground:
    """Handed to each process of a cell. `server` is the address of the database that cells copy."""

    server: str
    home: Path
    model: str
    recorder: Recorder

    def url(self, name: str) -> str:
        """The address of a cell's own database."""
        return self.server.replace("/deskgraph?", f"/{name}?")

    def settings(self, name: str, *, pace: str = "quick", user: str = "", **changed: Any) -> Settings:
        """Settings of a process of a cell, which is `user` to the database."""
        given: dict[str, Any] = {
            "_env_file": None,
            "home": self.home,
            "database_url": SecretStr(f"{self.url(name)}&application_name={user or 'harness'}"),
            "routing_model": NAME,
            "writing_model": NAME,
            "reviewing_model": NAME,
            "embedding_model": EMBEDDER,
            "lease_seconds": LEASE_SECONDS,
            "heartbeat_seconds": LEASE_SECONDS / 5,
            "poll_seconds": 0.25,
            "stop_seconds": 0.0,
        }
        os.environ["OPENAI_BASE_URL"] = f"{self.model}/{pace}/v1"
        os.environ["OPENAI_API_KEY"] = "loopback-key-of-a-test"
        os.environ[ADDRESS] = f"{self.recorder.url}/{pace}/{name}"
        return Settings(**(given | changed))

    @contextmanager
    def copied(self, name: str) -> Iterator[None]:
        """A database of the cell's own, dropped at the end."""
        maintenance, database = self.server.replace("/deskgraph?", "/postgres?"), sql.Identifier(name)
        with contextlib.closing(psycopg.connect(maintenance, autocommit=True)) as conn:
            conn.execute(sql.SQL("create database {} template deskgraph").format(database))
            try:
                yield
            finally:
                conn.execute(sql.SQL("drop database {} with (force)").format(database))


def desk_of(settings: Settings) -> contextlib.AbstractAsyncContextManager[Desk]:
    """The desk as every process of a cell opens it."""
    return open_desk(settings, packs=[PACK], sender=Courier())


@contextmanager
def ground(server: str, folder: Path) -> Iterator[Ground]:
    """Model and recorder, for cells on copies of the database at this address."""
    for name in [name for name in os.environ if name.startswith("DESKGRAPH_")]:
        del os.environ[name]
    FORKS.set_forkserver_preload(_PRELOADED)
    with ExitStack() as stack:
        model = stack.enter_context(served(FORKS, answer))
        recorder = stack.enter_context(served(FORKS, record, folder))
        yield Ground(server, folder, model, Recorder(recorder, folder))


async def furnish(found: Ground) -> None:
    """One article in the database that cells copy."""
    body = "# Lamps\n\n## Burning time\n\nA lamp burns for nine hours on one filling of oil.\n"
    async with desk_of(found.settings("deskgraph")) as desk:
        await desk.library.add_text(source="lamps.md", title="Lamps", body=body)
