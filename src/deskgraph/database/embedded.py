"""The embedded PostgreSQL: one server a home, shared by its processes, stopped by the last.

Each process holds a shared lock on `users.lock` for as long as it needs the server, and the kernel lets go of it
however the process dies. Who leaves takes the lock alone, if it can: then nobody else is left. Start and stop are
under `start.lock`. Whether the server lives is asked of the server and never of its pid file.
"""

import asyncio
import contextlib
import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import LiteralString

import psycopg
from filelock import FileLock

from deskgraph.database.places import Places, places
from deskgraph.errors import DatabaseUnavailable
from deskgraph.settings import Settings

_DATABASE = "deskgraph"
_START_SECONDS = 60.0
_OPTIONS = ("listen_addresses=''", "max_connections=200", "log_min_messages=warning")


@contextlib.asynccontextmanager
async def database(settings: Settings, *, options: Sequence[str] = ()) -> AsyncIterator[str]:
    """The address of the database: the one that is set, else that of the embedded server, which is started if it
    does not run and stopped at the end if nobody else uses it."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    where = await asyncio.to_thread(places, settings.home)
    users = os.open(where.home / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        await asyncio.to_thread(_join, where, users, options)
        yield f"postgresql://deskgraph@/{_DATABASE}?host={where.socket}"
    finally:
        try:
            await asyncio.shield(asyncio.to_thread(_leave, where, users))
        finally:
            os.close(users)


def _join(where: Places, users: int, options: Sequence[str]) -> None:
    with FileLock(where.home / "start.lock"):
        fcntl.flock(users, fcntl.LOCK_SH)
        if not _answers(where):
            _make(where)
            _start(where, options)
        _create_database(where)


def _leave(where: Places, users: int) -> None:
    with FileLock(where.home / "start.lock"):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _run(where, "pg_ctl", "-D", str(where.data / "cluster"), "-m", "fast", "-w", "stop", check=False)
        fcntl.flock(users, fcntl.LOCK_UN)


def _answers(where: Places) -> bool:
    try:
        with psycopg.connect(where.url, connect_timeout=3) as conn:
            conn.execute("select 1")
    except psycopg.OperationalError:
        return False
    return True


def _make(where: Places) -> None:
    """The cluster, made beside its place and then moved: a killed initdb leaves no half of one."""
    cluster, partial = where.data / "cluster", where.data / "cluster.new"
    if cluster.is_dir():
        return
    shutil.rmtree(partial, ignore_errors=True)
    _run(where, "initdb", "-D", str(partial), "-U", "deskgraph", "-A", "trust", "-E", "UTF8", "--no-locale")
    partial.rename(cluster)


def _start(where: Places, options: Sequence[str]) -> None:
    """Start it, over what a killed server left. Backends of a killed one need a moment to go, so it is tried again."""
    settings = " ".join(f"-c {option}" for option in (*_OPTIONS, *options))
    until = time.monotonic() + _START_SECONDS
    while True:
        _clear_stale(where)
        started = _run(
            where,
            "pg_ctl",
            "-D",
            str(where.data / "cluster"),
            "-l",
            str(where.data / "log"),
            "-w",
            "-t",
            "30",
            "-o",
            f"{settings} -k {where.socket}",
            "start",
            check=False,
        )
        if started.returncode == 0 or _answers(where):
            return
        if time.monotonic() > until:
            raise DatabaseUnavailable(
                "The embedded PostgreSQL does not start.",
                f"Its log is {where.data / 'log'}: {_last_line(where)}",
            )
        time.sleep(0.2)


def _clear_stale(where: Places) -> None:
    """Remove lock files whose process is gone or, by now, another program: PostgreSQL trusts a pid that lives."""
    for lock in (where.data / "cluster" / "postmaster.pid", where.socket / ".s.PGSQL.5432.lock"):
        if lock.exists() and not _is_postgres(_pid_in(lock)):
            lock.unlink(missing_ok=True)


def _pid_in(lock: Path) -> int:
    first = lock.read_text(errors="replace").split("\n", 1)[0].strip()
    return int(first) if first.isdigit() else 0


def _is_postgres(pid: int) -> bool:
    if pid <= 0:
        return False
    listed = subprocess.run(
        ["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return "postgres" in listed.stdout


def _create_database(where: Places) -> None:
    statement: LiteralString = f"create database {_DATABASE}"
    with (
        psycopg.connect(where.url, autocommit=True) as conn,
        contextlib.suppress(psycopg.errors.DuplicateDatabase),
    ):
        conn.execute(statement)


def _run(
    where: Places, program: str, *arguments: str, check: bool = True
) -> "subprocess.CompletedProcess[str]":
    """One of PostgreSQL's programs, as the server's user. Its session is its own: a Ctrl-C is not for the server."""
    done = subprocess.run(
        [str(where.binaries / program), *arguments],
        user=where.user,
        group=where.user,
        extra_groups=[] if where.user is not None else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE if check else subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        check=False,
    )
    if check and done.returncode != 0:
        raise DatabaseUnavailable(f"{program} of the embedded PostgreSQL failed.", done.stderr.strip()[-300:])
    return done


def _last_line(where: Places) -> str:
    log = where.data / "log"
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return lines[-1][:300] if lines else "it is empty."
