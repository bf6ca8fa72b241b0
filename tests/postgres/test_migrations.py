"""Numbered plain SQL: each file once, whoever runs it, and nothing over what does not fit."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from procrastinate.schema import SchemaManager

from deskgraph.database import Connection, borrowed, connecting, has_vector, migrate, pending
from deskgraph.database.migrate import migration_files
from deskgraph.errors import BadMigration, DatabaseUnavailable, Misconfigured

_MIGRATE = """
import asyncio, sys
from deskgraph.database import migrate
print(len(asyncio.run(migrate(sys.argv[1]))))
"""


@pytest.fixture
def empty(server: str) -> Iterator[str]:
    """The address of an empty database, dropped at the end."""
    name = f"empty_{os.getpid()}"
    with closing(psycopg.connect(server.replace("/deskgraph?", "/postgres?"), autocommit=True)) as conn:
        conn.execute(f"create database {name}".encode())
        yield server.replace("/deskgraph?", f"/{name}?")
        conn.execute(f"drop database {name} with (force)".encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two small migrations."""
    (tmp_path / "0001_lamp.sql").write_text(
        "create table lamp (id int);\ninsert into lamp values (1), (2);\n"
    )
    (tmp_path / "0002_shade.sql").write_text("alter table lamp add column shade text;\n")
    return tmp_path


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as conn:
        return conn.execute(query.encode()).fetchall()


def test_four_processes_at_once_apply_each_migration_once(empty: str) -> None:
    command = [sys.executable, "-c", _MIGRATE, empty]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    applied = sorted(int(process.communicate()[0]) for process in processes)
    assert [process.returncode for process in processes] == [0, 0, 0, 0]
    assert applied == [0, 0, 0, len(migration_files()) + 2]
    assert rows(empty, "select count(*) from pg_index where not indisvalid") == [(0,)]


async def test_a_migrated_database_has_nothing_pending(conn: Connection) -> None:
    assert await pending(conn) == []
    assert await has_vector(conn)


async def test_what_is_pending_is_named_in_order_on_an_empty_database(empty: str) -> None:
    async with await connecting.connect(empty) as conn:
        names = await pending(conn)
    assert names[: len(migration_files())] == list(migration_files())
    assert [name.split()[0] for name in names[-2:]] == ["procrastinate", "langgraph-checkpoint-postgres"]


async def test_tables_of_the_checkpointer_lie_in_a_schema_of_their_own(database_url: str) -> None:
    found = rows(database_url, "select schemaname from pg_tables where tablename = 'checkpoint_writes'")
    assert found == [("checkpoints",)]
    assert rows(database_url, "select schemaname from pg_tables where tablename = 'procrastinate_jobs'") == [
        ("public",)
    ]


async def test_a_file_that_changed_after_it_was_applied_is_refused(empty: str, folder: Path) -> None:
    await migrate(empty, folder)
    (folder / "0001_lamp.sql").write_text("create table lantern (id int);\n")
    with pytest.raises(BadMigration, match=r"0001_lamp\.sql was changed"):
        await migrate(empty, folder)


async def test_a_database_that_is_newer_than_the_program_is_refused(empty: str, folder: Path) -> None:
    await migrate(empty, folder)
    (folder / "0002_shade.sql").unlink()
    with pytest.raises(BadMigration, match=r"newer than this program: it has 0002_shade\.sql"):
        await migrate(empty, folder)


async def test_a_file_that_fails_leaves_nothing_and_keeps_those_before(empty: str, folder: Path) -> None:
    (folder / "0002_shade.sql").write_text("create table shade (id int);\nselect 1 / 0;\n")
    with pytest.raises(BadMigration, match=r"^Migration 0002_shade.sql failed: division by zero\."):
        await migrate(empty, folder)
    assert rows(empty, "select to_regclass('shade') is null, count(*) from lamp") == [(True, 2)]
    (folder / "0002_shade.sql").write_text("create table shade (id int);\n")
    assert (await migrate(empty, folder))[0] == "0002_shade.sql"


@pytest.mark.parametrize("names", [["0001_a.sql", "0003_b.sql"], ["0001_a.sql", "0001_b.sql"], ["first.sql"]])
def test_numbers_go_up_by_one(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("select 1;")
    with pytest.raises(BadMigration, match="should be number"):
        migration_files(tmp_path)


def test_the_queue_is_asked_where_it_keeps_its_sql() -> None:
    """Its package is found, not imported; should it move its files, this says so."""
    assert borrowed.queue_folder() / "migrations" == Path(SchemaManager.get_migrations_path())
    assert (borrowed.queue_folder() / "schema.sql").read_text() == SchemaManager.get_schema()


def test_a_newer_queue_brings_its_own_files_and_no_more() -> None:
    *earlier, before, last = sorted(
        path.stem for path in (borrowed.queue_folder() / "migrations").glob("*.sql")
    )
    steps = borrowed.pending([f"procrastinate schema {earlier[-1]}", f"procrastinate {before}"])
    assert steps[0] == f"procrastinate {last}"
    assert len(steps) == 2
    file = borrowed.queue_folder() / "migrations" / f"{last}.sql"
    assert borrowed.sql(steps[0]) == file.read_text(encoding="utf-8")


def test_a_queue_that_is_newer_than_its_package_is_refused() -> None:
    with pytest.raises(BadMigration, match="newer than the installed procrastinate"):
        borrowed.pending(["procrastinate schema 99.00.00_01_of_tomorrow"])


async def test_checkpoints_that_are_newer_than_their_package_are_refused(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        conn.execute("insert into checkpoints.checkpoint_migrations values (999)")
        conn.execute("delete from migration where name like 'langgraph%'")
    with pytest.raises(BadMigration, match="checkpoints are newer"):
        await migrate(database_url)


async def test_an_index_that_a_killed_setup_left_half_made_is_made_again(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        conn.execute(
            "update pg_index set indisvalid = false"
            " where indexrelid = 'checkpoints.checkpoints_thread_id_idx'::regclass"
        )
        conn.execute("delete from checkpoints.checkpoint_migrations where v >= 6")
        conn.execute("delete from migration where name like 'langgraph%'")
    await migrate(database_url)
    assert rows(database_url, "select count(*) from pg_index where not indisvalid") == [(0,)]
    assert rows(database_url, "select to_regclass('checkpoints.checkpoints_thread_id_idx') is not null") == [
        (True,)
    ]


async def test_an_unreachable_database_is_one_line(server: str) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        await migrate("postgresql://me:hunter2@127.0.0.1:1/desk")
    assert "refused" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_database_in_another_encoding_is_refused(server: str) -> None:
    name = f"latin_{os.getpid()}"
    with closing(psycopg.connect(server.replace("/deskgraph?", "/postgres?"), autocommit=True)) as conn:
        conn.execute(
            f"create database {name} encoding 'LATIN1' template template0 locale_provider libc locale 'C'".encode()
        )
        try:
            with pytest.raises(Misconfigured, match="encoded in LATIN1"):
                await migrate(server.replace("/deskgraph?", f"/{name}?"))
        finally:
            conn.execute(f"drop database {name} with (force)".encode())


async def test_a_second_migration_waits_for_the_first(empty: str) -> None:
    """Two in one process take turns by the same lock."""
    first, second = await asyncio.gather(migrate(empty), migrate(empty))
    assert sorted([len(first), len(second)]) == [0, len(migration_files()) + 2]
