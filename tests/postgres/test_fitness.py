"""What a database says of itself: how many connections it takes, what is broken, and what stands before it."""

import psycopg
import pytest

from deskgraph.database import Connection
from deskgraph.database.fitness import between, clock_skew, invalid_indexes, room

from .pooler import pooler


async def test_a_direct_connection_is_known_as_one(database_url: str) -> None:
    assert await between(database_url) == "nothing"


@pytest.mark.parametrize(("transactions", "told"), [(True, "transactions"), (False, "sessions")])
async def test_a_pooler_is_found(database_url: str, transactions: bool, told: str) -> None:
    with pooler(database_url, transactions=transactions) as url:
        assert await between(url) == told


async def test_the_room_is_what_is_left_of_all_limits(conn: Connection) -> None:
    allowed = (await room(conn)).allowed
    assert 100 < allowed < 200, "some are reserved"
    await conn.execute("select set_config('test.name', current_database(), true)")
    await conn.execute(
        "do $$ begin execute format('alter database %I connection limit 7', current_database()); end $$"
    )
    assert (await room(conn)).allowed == 7
    await conn.execute("alter role current_user connection limit 5")
    found = await room(conn)
    await conn.execute("alter role current_user connection limit -1")
    assert (found.allowed, found.open > 0) == (5, True)


async def test_an_index_that_was_not_finished_is_found(database_url: str, conn: Connection) -> None:
    assert await invalid_indexes(conn) == []
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute("insert into customer (email) values ('a@example.com'), ('b@example.com')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            other.execute("create unique index concurrently broken on customer (name)")
    assert await invalid_indexes(conn) == ["public.broken"]


async def test_clocks_of_one_machine_agree(conn: Connection) -> None:
    assert abs(await clock_skew(conn)) < 1
