"""Real PostgreSQL for every test that touches a row: one embedded server a test process, a fresh database a test."""

import asyncio
import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from deskgraph.database import Connection, Pool, database, migrate, open_pool, transaction
from deskgraph.database.embedded import discard
from deskgraph.settings import Settings

_numbers = itertools.count()


@contextlib.contextmanager
def throw_away_home() -> Iterator[Path]:
    """A home for an embedded server, deleted with its data. Not in pytest's own folder: nobody but its owner may
    enter that, and root does not run PostgreSQL as root."""
    home = Path(tempfile.mkdtemp(prefix="deskgraph-test-"))
    home.chmod(0o711)
    try:
        yield home
    finally:
        discard(home)
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def embedded_home() -> Iterator[Path]:
    """A home whose embedded server a test starts and stops."""
    with throw_away_home() as home:
        yield home


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a migrated database that tests copy. Nothing of it is worth an fsync."""
    with throw_away_home() as home, asyncio.Runner() as runner:
        opened = database(
            Settings(home=home, database_url=None), options=("fsync=off", "full_page_writes=off")
        )
        url = runner.run(opened.__aenter__())
        try:
            runner.run(migrate(url))
            yield url
        finally:
            runner.run(opened.__aexit__(None, None, None))


@pytest.fixture
def database_url(server: str) -> Iterator[str]:
    """A fresh migrated database, dropped at the end."""
    name = f"test_{next(_numbers)}"
    maintenance = server.replace("/deskgraph?", "/postgres?")
    with contextlib.closing(psycopg.connect(maintenance, autocommit=True)) as conn:
        conn.execute(f'create database "{name}" template deskgraph'.encode())
        yield server.replace("/deskgraph?", f"/{name}?")
        conn.execute(f'drop database "{name}" with (force)'.encode())


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings of a desk on the test's database, with nothing taken from the environment that runs the tests."""
    return Settings(home=tmp_path, database_url=SecretStr(database_url))


@pytest.fixture
async def pool(database_url: str, settings: Settings) -> AsyncIterator[Pool]:
    async with open_pool(database_url, settings) as opened:
        yield opened


@pytest.fixture
async def conn(pool: Pool) -> AsyncIterator[Connection]:
    """A connection with an open transaction that is committed at the test's end."""
    async with transaction(pool) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting, key or token of the machine reaches a test, and none of them reads a `.env`."""
    for name in list(os.environ):
        ours = name.startswith(("DESKGRAPH_", "LOGFIRE_", "OTEL_")) or name.endswith("_API_KEY")
        if ours and name != "DESKGRAPH_TEST_DATA":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
