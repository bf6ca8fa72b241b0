"""What all cells stand on: one throw-away server, a migrated database to copy, the model, the recorder, and the
settings under which a dead worker is noticed within a second."""

import asyncio
import contextlib
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

from .forks import FORKS, aside
from .loopback import served
from .outside import ADDRESS, PACK, Courier
from .recorder import Recorder, record
from .scripted import EMBEDDER, NAME, answer

LEASE_SECONDS = 1.0
# What cells copy.
TEMPLATE = "crash_ground"
_CREATE, _DROP = sql.SQL("create database {} template {}"), sql.SQL("drop database {} with (force)")
# What a process of a cell finds in its environment: the model's address, its key, the recorder's address.
_GIVEN = ("OPENAI_BASE_URL", "OPENAI_API_KEY", ADDRESS)


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
            # The scripted model says what it is told, and not what an article holds.
            "support_share": 0.0,
            "routing_model": NAME,
            "writing_model": NAME,
            "reviewing_model": NAME,
            "embedding_model": EMBEDDER,
            "lease_seconds": LEASE_SECONDS,
            "heartbeat_seconds": LEASE_SECONDS / 5,
            "poll_seconds": 0.25,
            "sweep_seconds": 0.25,
            "stop_seconds": 0.0,
        }
        addresses = (
            f"{self.model}/{pace}/v1",
            "loopback-key-of-a-test",
            f"{self.recorder.url}/{pace}/{name}",
        )
        os.environ.update(zip(_GIVEN, addresses, strict=True))
        return Settings(**(given | changed))

    @contextmanager
    def copied(self, name: str, template: str = TEMPLATE) -> Iterator[None]:
        """A database of the cell's own, dropped at the end."""
        maintenance = self.server.replace("/deskgraph?", "/postgres?")
        with contextlib.closing(psycopg.connect(maintenance, autocommit=True)) as conn:
            conn.execute(_CREATE.format(sql.Identifier(name), sql.Identifier(template)))
            try:
                yield
            finally:
                conn.execute(_DROP.format(sql.Identifier(name)))


def desk_of(settings: Settings) -> contextlib.AbstractAsyncContextManager[Desk]:
    """The desk as every process of a cell opens it."""
    return open_desk(settings, packs=[PACK], sender=Courier())


@contextmanager
def ground(server: str, folder: Path) -> Iterator[Ground]:
    """Model, recorder, and a database with one article for cells to copy, on the server of this migrated one."""
    with ExitStack() as stack:
        stack.enter_context(_own_environment())
        model = stack.enter_context(served(FORKS, answer))
        recorder = stack.enter_context(served(FORKS, record, folder))
        found = Ground(server, folder, model, Recorder(recorder, folder))
        stack.enter_context(found.copied(TEMPLATE, "deskgraph"))
        with aside(folder) as workers:
            workers.submit(_furnish, found).result()
        yield found


@contextmanager
def _own_environment() -> Iterator[None]:
    """No setting of the machine reaches a cell, and none of ours stays behind."""
    before = {name: os.environ.pop(name, None) for name in [*os.environ] if name.startswith("DESKGRAPH_")}
    before |= {name: os.environ.get(name) for name in _GIVEN}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _furnish(found: Ground) -> None:
    asyncio.run(_add_article(found.settings(TEMPLATE)))


async def _add_article(settings: Settings) -> None:
    body = "# Lamps\n\n## Burning time\n\nA lamp burns for nine hours on one filling of oil.\n"
    async with desk_of(settings) as desk:
        await desk.library.add_text(source="lamps.md", title="Lamps", body=body)
