"""What every replay stands on: a throw-away server, a filled order book to copy, and the settings of its processes."""

import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from pydantic import SecretStr

from bench import throwaway
from bench.gold.model import NAME
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import Connection, database, migrate
from deskgraph.settings import Settings
from examples.retail import PACK, make_tables
from examples.retail.load import fill

_PROJECT = Path(__file__).parents[2]
_CREATE, _DROP = sql.SQL("create database {} template {}"), sql.SQL("drop database {} with (force)")
# A dead worker is noticed within two seconds, so that a replay with many kills takes minutes.
_WORK = {
    "lease_seconds": 2.0,
    "heartbeat_seconds": 0.4,
    "sweep_seconds": 0.3,
    "poll_seconds": 0.3,
    "stop_seconds": 0.0,
}


@dataclass(frozen=True)
class Ground:
    """`server` is the address of the database that replays copy; `model` that of the scripted model."""

    server: str
    home: Path
    model: str

    def settings(self, name: str) -> Settings:
        """Settings of this process on a replay's own database."""
        return _settings(self.home, self._url(name))

    @contextmanager
    def copied(self, name: str) -> Iterator[None]:
        """A database of a replay's own, dropped at the end."""
        maintenance = self.server.replace("/deskgraph?", "/postgres?")
        with contextlib.closing(psycopg.connect(maintenance, autocommit=True)) as conn:
            conn.execute(_CREATE.format(sql.Identifier(name), sql.Identifier("deskgraph")))
            try:
                yield
            finally:
                conn.execute(_DROP.format(sql.Identifier(name)))

    def worker(self, name: str) -> "subprocess.Popen[bytes]":
        """A worker in a process of its own, as `deskgraph worker` starts it. What it says goes to a file."""
        given = {
            f"DESKGRAPH_{key.upper()}": str(value)
            for key, value in {
                **_WORK,
                **_models(),
                "home": self.home,
                "database_url": self._url(name),
            }.items()
        }
        path = os.pathsep.join(filter(None, (str(_PROJECT), os.environ.get("PYTHONPATH"))))
        with (self.home / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", "from deskgraph.cli import main; main()", "worker"],
                env={**os.environ, **given, "DESKGRAPH_PACKS": "examples.retail", "PYTHONPATH": path},
                cwd=self.home,
                stdout=log,
                stderr=log,
            )

    def _url(self, name: str) -> str:
        return self.server.replace("/deskgraph?", f"/{name}?")


def desk_of(settings: Settings) -> contextlib.AbstractAsyncContextManager[Desk]:
    """The desk of this process: it submits and rules, and works nothing."""
    return open_desk(settings, packs=[PACK])


@asynccontextmanager
async def ground(folder: Path, model: str) -> AsyncIterator[Ground]:
    """A server with a migrated database, its order book filled from the db.json of this folder."""
    with throwaway.home("gold") as home, throwaway.environment(model):
        bare = Settings(_env_file=None, home=home)
        async with database(bare, options=("fsync=off", "full_page_writes=off")) as url:
            await migrate(url)
            async with await Connection.connect(url, row_factory=dict_row) as conn:
                await make_tables(conn)
                await fill(conn, folder, progress=lambda line: None)
            yield Ground(url, home, model)


def _settings(home: Path, url: str) -> Settings:
    given: dict[str, Any] = {**_WORK, **_models(), "home": home, "database_url": SecretStr(url), "packs": ()}
    return Settings(_env_file=None, **given)


def _models() -> dict[str, str]:
    return {f"{purpose}_model": NAME for purpose in ("routing", "writing", "reviewing")}
