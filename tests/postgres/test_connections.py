"""Pools and transactions, and a database that is away, at start and in mid-request."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from deskgraph.database import Connection, Pool, open_pool, transaction, value
from deskgraph.database.connecting import arguments
from deskgraph.errors import DatabaseUnavailable, Misconfigured
from deskgraph.settings import Settings

END_OTHERS = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()
"""


def end_every_session(url: str) -> None:
    """What a restarted server does to those that were connected."""
    with closing(psycopg.connect(url, autocommit=True)) as conn:
        conn.execute(END_OTHERS)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:hunter2@127.0.0.1:1/desk",
        "postgresql://me:hunter2@no-such-host.invalid/desk",
        "postgresql://me:hunter2@/desk?host=%2Fnowhere",
    ],
)
async def test_a_database_that_is_away_at_the_start_is_one_line(url: str, settings: Settings) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        async with open_pool(url, settings):
            pass
    said = str(caught.value)
    assert said.startswith("The database cannot be reached: ")
    assert "hunter2" not in said
    assert "\n" not in said


async def test_a_database_that_does_not_exist_is_named(server: str, settings: Settings) -> None:
    with pytest.raises(DatabaseUnavailable, match='database "nowhere" does not exist'):
        async with open_pool(server.replace("/deskgraph?", "/nowhere?"), settings):
            pass


@pytest.mark.parametrize("url", ["mysql://root:hunter2@localhost/desk", "host=localhost port", "nonsense"])
async def test_what_is_no_address_is_told_without_repeating_it(url: str, settings: Settings) -> None:
    with pytest.raises(Misconfigured, match="DESKGRAPH_DATABASE_URL") as caught:
        async with open_pool(url, settings):
            pass
    assert url not in str(caught.value)


async def test_a_database_that_goes_away_in_mid_request_keeps_nothing(pool: Pool, database_url: str) -> None:
    async def request() -> None:
        async with transaction(pool) as conn:
            await conn.execute("insert into setting (key, value) values ('half', '1')")
            await asyncio.to_thread(end_every_session, database_url)
            await conn.execute("select 1")

    with pytest.raises(DatabaseUnavailable, match="cannot be reached"):
        await request()
    async with transaction(pool) as conn:
        assert await value(conn, "select count(*) from setting") == 0


async def test_a_pool_whose_connections_all_died_gives_live_ones(pool: Pool, database_url: str) -> None:
    async with transaction(pool) as conn:
        await conn.execute("select 1")
    await asyncio.to_thread(end_every_session, database_url)
    async with transaction(pool) as conn:
        assert await value(conn, "select 1") == 1


@contextlib.contextmanager
def closed(server: str, url: str) -> Iterator[None]:
    """While inside, the database of this address takes no connections and has none."""
    name = conninfo_to_dict(url)["dbname"]
    with closing(psycopg.connect(server, autocommit=True)) as conn:
        conn.execute(sql.SQL("alter database {} allow_connections false").format(sql.Identifier(str(name))))
        conn.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name])
        try:
            yield
        finally:
            conn.execute(
                sql.SQL("alter database {} allow_connections true").format(sql.Identifier(str(name)))
            )


async def test_a_pool_finds_a_database_that_was_away_as_soon_as_it_is_back(
    server: str, database_url: str, settings: Settings
) -> None:
    impatient = settings.model_copy(update={"pool_timeout": 0.5})
    async with open_pool(database_url, impatient) as pool:
        with closed(server, database_url):
            for _ in range(6):
                assert not await answered(pool, within=1)
        assert await answered(pool, within=2)


async def answered(pool: Pool, *, within: int) -> bool:
    """Whether one of so many requests is answered."""
    for _ in range(within):
        with contextlib.suppress(DatabaseUnavailable):
            async with transaction(pool):
                return True
    return False


async def test_a_full_pool_is_told_and_recovers(database_url: str, settings: Settings) -> None:
    small = settings.model_copy(update={"pool_size": 2, "pool_timeout": 0.1})
    async with open_pool(database_url, small) as pool:
        async with transaction(pool), transaction(pool):
            with pytest.raises(DatabaseUnavailable, match=r"couldn't get a connection"):
                async with transaction(pool):
                    pass
        async with transaction(pool) as conn:
            assert await value(conn, "select 1") == 1


async def test_an_error_of_a_statement_is_not_taken_for_a_lost_database(pool: Pool) -> None:
    async def slow() -> None:
        async with transaction(pool) as conn:
            await conn.execute("set local statement_timeout = 1")
            await conn.execute("select pg_sleep(5)")

    async def twice() -> None:
        async with transaction(pool) as conn:
            for _ in range(2):
                await conn.execute("insert into setting (key, value) values ('twice', '1')")

    with pytest.raises(psycopg.errors.QueryCanceled):
        await slow()
    with pytest.raises(psycopg.errors.UniqueViolation):
        await twice()


async def test_connections_find_the_checkpointers_tables_after_ours(pool: Pool) -> None:
    async with pool.connection() as conn:
        assert (await value(conn, "select current_schemas(false)"))[-1] == "checkpoints"
        assert await value(conn, "select to_regclass('ticket') is not null")


async def test_the_stock_checkpointer_works_over_the_pool(pool: Pool) -> None:
    assert await AsyncPostgresSaver(pool).aget_tuple({"configurable": {"thread_id": "1"}}) is None


def test_options_of_the_address_are_kept_beside_the_search_path() -> None:
    given = arguments("postgresql://a/b?options=-c%20work_mem%3D8MB&connect_timeout=2", schema="checkpoints")
    assert given["options"] == "-c work_mem=8MB -c search_path=checkpoints"
    assert "connect_timeout" not in given


async def test_rows_come_as_dicts_and_statements_commit_by_themselves(pool: Pool, conn: Connection) -> None:
    async with pool.connection() as other:
        await other.execute("insert into setting (key, value) values ('seen', '1')")
    assert await value(conn, "select value from setting where key = 'seen'") == 1
