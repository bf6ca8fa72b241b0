"""One embedded server a home: shared by its processes, stopped by the last however it ends, repaired by the next."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from deskgraph.database import database, open_pool, transaction, value
from deskgraph.database.cluster import Cluster
from deskgraph.database.embedded import discard, join
from deskgraph.database.locks import alone
from deskgraph.database.places import places
from deskgraph.errors import DatabaseUnavailable
from deskgraph.settings import Settings

from .server_users import ServerUser, another_user, wait_for_the_end_of


@pytest.fixture(scope="module")
def shared_home() -> Iterator[Path]:
    """A home whose cluster is made once; every test leaves its server stopped."""
    home = Path(tempfile.mkdtemp(prefix="deskgraph-test-"))
    yield home
    shutil.rmtree(home)


@pytest.fixture
def home(shared_home: Path) -> Iterator[Path]:
    yield shared_home
    # Whoever is just stopping it holds this lock.
    with alone(shared_home / "postgres" / "start.lock", 60):
        pass
    assert cluster(shared_home).server() is None


def cluster(home: Path) -> Cluster:
    return Cluster(places(home / "postgres"))


def at(home: Path) -> Settings:
    return Settings(home=home, database_url=None)


def kill_server(home: Path) -> int:
    pid = cluster(home).server()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def test_processes_that_start_at_the_same_moment_share_one_server(embedded_home: Path) -> None:
    users = [ServerUser.start(embedded_home) for _ in range(3)]
    try:
        urls = {user.url() for user in users}
        assert len(urls) == 1
        with psycopg.connect(urls.pop()) as conn:
            assert conn.execute("select lower('ÄÉ')").fetchone() == ("äé",)
    finally:
        assert [user.go() for user in users] == [0, 0, 0]
    assert cluster(embedded_home).server() is None


def test_the_last_to_leave_stops_it_and_nobody_before(home: Path) -> None:
    with another_user(home) as first:
        url = first.url()
        with another_user(home) as second:
            assert second.url() == url
        assert cluster(home).server() is not None
        with psycopg.connect(url) as conn:
            conn.execute("select 1")
    assert cluster(home).server() is None


async def test_two_uses_in_one_process_are_two_uses(home: Path) -> None:
    async with database(at(home)) as url:
        async with database(at(home)) as same:
            assert same == url
        async with await psycopg.AsyncConnection.connect(url) as conn:
            await conn.execute("select 1")


def test_a_home_that_is_left_and_joined_at_once_is_not_without_a_keeper(home: Path) -> None:
    """The keeper of the server before may not have ended yet: it must not count as the new one's."""
    for _ in range(3):
        join(home).leave()
        user = ServerUser.start(home)
        with closing(psycopg.connect(user.url())) as session:
            user.kill()
            assert wait_for_the_end_of(session)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_is_stopped_when_its_last_user_is_killed(home: Path, end: signal.Signals) -> None:
    user = ServerUser.start(home)
    with closing(psycopg.connect(user.url())) as session:
        user.process.send_signal(end)
        user.process.communicate()
        assert wait_for_the_end_of(session)


def test_a_killed_server_is_started_again_for_the_next_with_its_data(home: Path) -> None:
    with another_user(home) as survivor:
        url = survivor.url()
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute("create table if not exists kept (id int)")
        killed = kill_server(home)
        with another_user(home) as repairer:
            assert repairer.url() == url
            assert cluster(home).server() not in {None, killed}
            with psycopg.connect(url) as conn:
                assert conn.execute("select to_regclass('kept') is not null").fetchone() == (True,)


async def test_a_server_killed_under_its_only_user_is_started_again_by_that_user(home: Path) -> None:
    settings = at(home).model_copy(update={"pool_timeout": 60.0})
    async with database(settings) as url, open_pool(url, settings) as pool:
        killed = kill_server(home)
        # A connection that is open already may answer for a moment after its server was killed: wait for the new one.
        async with asyncio.timeout(60):
            while cluster(home).server() in {None, killed}:  # noqa: ASYNC110  # another process sets no event
                await asyncio.sleep(0.05)
        async with transaction(pool) as conn:
            assert await value(conn, "select 1") == 1


def test_all_killed_together_is_repaired_by_the_next_start(home: Path) -> None:
    user = ServerUser.start(home)
    url = user.url()
    kill_server(home)
    user.kill()
    with another_user(home) as after:
        assert after.url() == url
        with psycopg.connect(url) as conn:
            conn.execute("select 1")


def test_a_pid_file_that_names_another_living_program_is_no_server(home: Path) -> None:
    join(home).leave()
    folder = cluster(home).folder
    (folder / "postmaster.pid").write_text(f"{os.getpid()}\n{folder}\n0\n5432\n{folder}\n")
    assert cluster(home).server() is None
    join(home).leave()


def test_a_deleted_socket_is_repaired(home: Path) -> None:
    with another_user(home) as user:
        url = user.url()
        for left in places(home / "postgres").socket.glob(".s.PGSQL*"):
            left.unlink()
        with another_user(home) as repairer:
            assert repairer.url() == url
            with psycopg.connect(url) as conn:
                conn.execute("select 1")


def test_half_a_cluster_of_a_killed_start_is_made_anew(embedded_home: Path) -> None:
    partial = embedded_home / "postgres" / "cluster.new"
    partial.mkdir(parents=True)
    (partial / "PG_VERSION").write_text("18\n")
    join(embedded_home).leave()
    assert not partial.exists()
    assert (embedded_home / "postgres" / "cluster" / "global").is_dir()


async def test_a_caller_that_is_cancelled_while_it_starts_leaves_no_server(home: Path) -> None:
    async def use() -> None:
        async with database(at(home)):
            raise AssertionError("it was cancelled before")

    task = asyncio.create_task(use())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cluster(home).server() is None


def test_a_server_that_cannot_start_says_the_last_line_of_its_log(
    embedded_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deskgraph.database.cluster._RETRY_SECONDS", 0.0)
    join(embedded_home).leave()
    version = cluster(embedded_home).folder / "PG_VERSION"
    version.write_text("9.1\n")
    with pytest.raises(DatabaseUnavailable, match=r"does not start.*9\.1"):
        join(embedded_home)
    version.write_text("18\n")


def test_what_is_in_use_is_not_discarded(home: Path) -> None:
    with another_user(home) as user:
        user.url()
        with pytest.raises(DatabaseUnavailable, match="in use"):
            discard(home)


async def test_a_database_that_is_set_needs_no_server(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "never", database_url=SecretStr("postgresql://elsewhere/desk"))
    async with database(settings) as url:
        assert url == "postgresql://elsewhere/desk"
    assert not (tmp_path / "never").exists()
