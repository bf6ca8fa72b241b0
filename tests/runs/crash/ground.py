"""What all cells stand on: one throw-away server, a migrated database to copy, the model, the recorder, and the
settings under which a dead worker is noticed within a second."""

import asyncio
import contextlib
import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
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
    FORKS.set_forkserver_preload(_PRELOADED)
    with ExitStack() as stack:
        stack.enter_context(_own_environment())
        model = stack.enter_context(served(FORKS, answer))
        recorder = stack.enter_context(served(FORKS, record, folder))
        found = Ground(server, folder, model, Recorder(recorder, folder))
        stack.enter_context(found.copied(TEMPLATE, "deskgraph"))
        with aside(found) as workers:
            workers.submit(_furnish, found).result()
        yield found


@contextmanager
def aside(ground: Ground, parallel: int = 1) -> Iterator[ProcessPoolExecutor]:
    """Processes that work cells: nothing of what they open, and nothing they log, stays in this one."""
    log = ground.home / "cells.log"
    with ProcessPoolExecutor(parallel, FORKS, initializer=_begin, initargs=(log,)) as workers:
        yield workers


def _begin(log: Path) -> None:
    # A process that was forked forks by a server of its own.
    FORKS.set_forkserver_preload(_PRELOADED)
    speak_into(log)


def speak_into(file: Path) -> None:
    """What this process says from here on goes to a file."""
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.stdout.flush()
    os.dup2(opened, 1)
    os.dup2(opened, 2)


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
