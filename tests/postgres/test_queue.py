"""The queue only wakes: a wake-up rides in the transaction that makes the work, and none is lost behind another."""

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import DatabaseUnavailable
from deskgraph.runs import make_app, wake
from deskgraph.settings import Settings

from .desk import run_of
from .racing import in_transaction

LANE = "ticket:1001:customer"


async def jobs(conn: Connection) -> list[str]:
    cursor = await conn.execute(
        "select args ->> 'lane' as lane from procrastinate_jobs where status = 'todo' order by id"
    )
    return [row["lane"] for row in await cursor.fetchall()]


async def work_all(url: str, lanes: list[str]) -> None:
    async def note(lane: str) -> None:
        lanes.append(lane)

    app = make_app(url, note)
    async with app.open_async():
        await app.run_worker_async(
            wait=False, install_signal_handlers=False, delete_jobs="always", listen_notify=False
        )


async def test_a_wake_up_is_taken_back_with_its_transaction(pool: Pool) -> None:
    async def fail(conn: Connection) -> None:
        await wake(conn, LANE)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await in_transaction(pool, fail)
    async with transaction(pool) as conn:
        assert await jobs(conn) == []


async def test_a_submission_wakes_its_lane_in_the_same_transaction(
    conn: Connection, settings: Settings
) -> None:
    run = await run_of(conn, settings)
    assert await jobs(conn) == [run.lane]


async def test_a_wake_up_is_not_lost_when_an_older_one_is_taken_before_it_commits(pool: Pool) -> None:
    """The worker that took the older one looked at the lane when what this one announces could not be seen yet."""
    async with transaction(pool) as conn:
        await wake(conn, LANE)
    async with transaction(pool) as conn:
        await wake(conn, LANE)
        async with transaction(pool) as worker:
            await worker.execute("update procrastinate_jobs set status = 'doing'")
    async with transaction(pool) as conn:
        assert await jobs(conn) == [LANE]


async def test_the_handler_is_given_the_lane_and_the_job_leaves_no_row(pool: Pool, database_url: str) -> None:
    async with transaction(pool) as conn:
        await wake(conn, LANE)
        await wake(conn, "ticket:1002:team")
    lanes: list[str] = []
    await work_all(database_url, lanes)
    assert sorted(lanes) == [LANE, "ticket:1002:team"]
    async with transaction(pool) as conn:
        cursor = await conn.execute("select count(*) as n from procrastinate_jobs")
        assert await cursor.fetchone() == {"n": 0}


async def test_a_connection_that_is_lost_at_the_wake_up_is_told_as_the_databases_loss(pool: Pool) -> None:
    async def lose(conn: Connection) -> None:
        async with transaction(pool) as other:
            await other.execute("select pg_terminate_backend(%s)", [conn.info.backend_pid])
        await wake(conn, LANE)

    with pytest.raises(DatabaseUnavailable):
        await in_transaction(pool, lose)
