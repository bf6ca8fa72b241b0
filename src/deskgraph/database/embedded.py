"""The embedded PostgreSQL: one server a home, shared by its processes, stopped by the last.

Every user of the server holds a shared lock on `users.lock`, which the kernel drops however its process dies. Starting
and stopping happen under `start.lock`. Whoever leaves stops the server if nobody else holds a lock; a keeper process
does the same for those that had no chance to (SIGTERM, kill -9). A server that is killed under its users is started
again by one of them; what even that leaves behind, the next start repairs: whether a server lives is asked of the
server.
"""

import asyncio
import contextlib
import fcntl
import functools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from deskgraph.database.cluster import Cluster
from deskgraph.database.locks import alone, opened, take
from deskgraph.database.places import home_folder, places
from deskgraph.database.watch import watched
from deskgraph.errors import DatabaseUnavailable
from deskgraph.settings import Settings

_DATABASE = "deskgraph"
_LOCK_SECONDS = 90.0
# A server that replays its log after a kill says so; one that says nothing has lost its socket.
_BUSY_SECONDS = 60.0
_SILENT_SECONDS = 1.0


@contextlib.asynccontextmanager
async def database(settings: Settings, *, options: Sequence[str] = ()) -> AsyncIterator[str]:
    """The address of the database: the one that is set, else that of the embedded server, which is started if it
    does not run (with these further settings of PostgreSQL), again whenever it is killed, and stopped at the end if
    nobody else uses it.

    Raises `DatabaseUnavailable` when it cannot be started, with the last line of its log.
    """
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    joining = asyncio.ensure_future(asyncio.to_thread(join, settings.home, options))
    try:
        use = await asyncio.shield(joining)
        async with watched(use.is_gone, functools.partial(use.repair, options)):
            yield use.url
    finally:
        await asyncio.shield(_leave(joining))


async def _leave(joining: "asyncio.Future[Use]") -> None:
    # A caller that was cancelled while it joined still leaves: the thread goes on and takes the lock.
    with contextlib.suppress(DatabaseUnavailable):
        await asyncio.to_thread((await joining).leave)


@dataclass(frozen=True)
class Use:
    """One use of the server of a home, until `leave`."""

    folder: Path
    cluster: Cluster
    held: int

    @property
    def url(self) -> str:
        """The address of our database."""
        return self.cluster.url(_DATABASE)

    def is_gone(self) -> bool:
        """Whether the server was killed: while somebody uses it nobody stops it."""
        return self.cluster.server() is None

    def repair(self, options: Sequence[str] = ()) -> None:
        """Start it again, unless another of its users just did."""
        with alone(self.folder / "start.lock", _LOCK_SECONDS):
            _ensure(self.cluster, options)
            _keep(self.folder)

    def leave(self) -> None:
        """Stop using it; stop it, if this was the last use."""
        os.close(self.held)
        with alone(self.folder / "start.lock", _LOCK_SECONDS):
            stop_if_unused(self.folder)


def join(home: Path, options: Sequence[str] = ()) -> Use:
    """Use the server of a home; it is made, started or repaired as needed."""
    folder = home_folder(home)
    with alone(folder / "start.lock", _LOCK_SECONDS):
        held = opened(folder / "users.lock")
        try:
            fcntl.flock(held, fcntl.LOCK_SH)
            cluster = Cluster(places(folder))
            _ensure(cluster, options)
            _keep(folder)
        except BaseException:
            os.close(held)
            raise
    return Use(folder, cluster, held)


def stop_if_unused(folder: Path) -> bool:
    """Stop the server if nobody uses it; gives whether nobody does. The caller holds `start.lock`."""
    users = opened(folder / "users.lock")
    try:
        unused = take(users, fcntl.LOCK_EX)
        if not unused:
            # The keeper holds the lock for a moment when it wakes; that is no use of the server.
            time.sleep(0.02)
            unused = take(users, fcntl.LOCK_EX)
        if unused:
            Cluster(places(folder)).stop()
        return unused
    finally:
        os.close(users)


def discard(home: Path) -> None:
    """Delete the data of a throw-away home, wherever they lie. `DatabaseUnavailable` while somebody uses them."""
    folder = home_folder(home)
    with alone(folder / "start.lock", _LOCK_SECONDS):
        if not stop_if_unused(folder):
            raise DatabaseUnavailable(
                f"The embedded PostgreSQL of {home} is in use.", "End what uses it first."
            )
        for lying in {places(folder).data, folder}:
            shutil.rmtree(lying, ignore_errors=True)


def _ensure(cluster: Cluster, options: Sequence[str]) -> None:
    if cluster.server() is not None:
        if _answers(cluster):
            return
        cluster.stop()
    cluster.make()
    cluster.start(options)
    if not _answers(cluster):
        raise DatabaseUnavailable(
            "The embedded PostgreSQL started and does not answer.", f"Its log is {cluster.log}."
        )


def _answers(cluster: Cluster) -> bool:
    """Whether it answers a query; one that says it is busy with itself is given time. Makes our database in it."""
    began = time.monotonic()
    while cluster.server() is not None:
        try:
            with psycopg.connect(cluster.url("postgres"), autocommit=True, connect_timeout=3) as conn:
                with contextlib.suppress(psycopg.errors.DuplicateDatabase):
                    conn.execute(b"create database deskgraph")
                return True
        except psycopg.OperationalError as error:
            patience = _BUSY_SECONDS if "the database system is" in str(error) else _SILENT_SECONDS
            if time.monotonic() - began > patience:
                return False
            time.sleep(0.05)
    return False


def _keep(folder: Path) -> None:
    """Have a keeper for this server, unless there is one."""
    keeper = opened(folder / "keeper.lock")
    try:
        missing = take(keeper, fcntl.LOCK_EX)
    finally:
        os.close(keeper)
    if missing and sys.executable:
        script = str(Path(__file__).with_name("keeper.py"))
        # It goes into the background by itself. Without it a server outlives a killed process until the next start.
        subprocess.run(
            [sys.executable, "-P", script, str(folder)],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
