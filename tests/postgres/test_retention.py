"""What is older than its time goes; nothing of a run that is not finished does."""

import asyncio

import pytest

from deskgraph.database import Connection, Pool, alone, transaction, value
from deskgraph.effects import canonical, claim, settle
from deskgraph.events import StatusChanged, append, last_number, since
from deskgraph.runs import Run, get, move, steps, subject_key
from deskgraph.settings import Settings
from deskgraph.worker import Pruned, prune
from deskgraph.worker.retention import LOCK

from .desk import ADA, asked, running, write

AGES = """
update event set created_at = now() - interval '1000 days';
update effect set settled_at = now() - interval '1000 days' where settled_at is not null;
update idempotency set created_at = now() - interval '1000 days';
update procrastinate_events set at = now() - interval '1000 days';
update worker set seen_at = now() - interval '1000 days';
update run set created_at = now() - interval '1000 days';
update run set finished_at = now() - interval '1000 days' where finished_at is not null;
"""
CHECKPOINT = """
with c as (
    insert into checkpoints.checkpoints (thread_id, checkpoint_id, checkpoint)
    select %(thread)s, n, '{}' from unnest(array['a', 'b']) n
), b as (
    insert into checkpoints.checkpoint_blobs (thread_id, channel, version, type, blob)
    values (%(thread)s, 'text', '1', 'msgpack', 'words')
)
insert into checkpoints.checkpoint_writes (thread_id, checkpoint_id, task_id, idx, channel, blob)
values (%(thread)s, 'a', 'task', 0, 'text', 'words')
"""
ROWS_OF_A_THREAD = 4


async def swept(pool: Pool, settings: Settings, *, dry: bool = False) -> dict[str, int]:
    """What one whole pass did, and only that."""
    pruned = await prune(pool, settings, dry=dry)
    assert isinstance(pruned, Pruned)
    assert pruned.complete
    return {kind: rows for kind, rows in pruned.counts.items() if rows}


async def age(pool: Pool) -> None:
    """All that happened so far happened a thousand days ago."""
    async with transaction(pool) as conn:
        for statement in AGES.strip().splitlines():
            await conn.execute(statement.encode())


async def checkpoint(conn: Connection, thread: str) -> None:
    """A thread with two checkpoints, a blob and a write."""
    await conn.execute(CHECKPOINT, {"thread": thread})


async def threads(pool: Pool) -> list[str]:
    async with transaction(pool) as conn:
        rows = await conn.execute("select distinct thread_id from checkpoints.checkpoints order by 1")
        return [row["thread_id"] for row in await rows.fetchall()]


async def effect(conn: Connection, run: Run) -> int:
    claimed = await claim(
        conn,
        run_id=run.id,
        ticket_id=run.ticket_id,
        key=f"run:{run.id}",
        action="refund",
        arguments=canonical({}),
        fence=1,
    )
    return claimed.effect_id


async def under_way(pool: Pool, settings: Settings) -> Run:
    """A running run with a step, a checkpoint and a settled effect."""
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        await conn.execute(
            "insert into step (run_id, key, node) values (%s, 'one', 'support_start')", [run.id]
        )
        await checkpoint(conn, str(run.id))
        await settle(conn, await effect(conn, run), "done", "It is done.")
        return run


async def finished(pool: Pool, settings: Settings) -> Run:
    run = await under_way(pool, settings)
    async with transaction(pool) as conn:
        return await move(conn, run.id, "done", fence=1, outcome="answered")


async def test_what_a_finished_run_left_goes_but_for_its_steps(pool: Pool, settings: Settings) -> None:
    run = await finished(pool, settings)
    assert await swept(pool, settings) == {}, "nothing of it is old"
    await age(pool)
    async with transaction(pool) as conn:
        number = await last_number(conn, subject_key(run.ticket_id or 0))
    assert await swept(pool, settings) == {
        "threads": 1,
        "checkpoint_rows": ROWS_OF_A_THREAD,
        "events": number,
        "settled_effects": 1,
    }
    assert await swept(pool, settings) == {}
    async with transaction(pool) as conn:
        assert [step.node for step in await steps(conn, run.id)] == ["support_start"]
        assert (await get(conn, run.id)).outcome == "answered"


async def test_numbers_of_events_go_on_where_they_were(pool: Pool, settings: Settings) -> None:
    run = await finished(pool, settings)
    subject = subject_key(run.ticket_id or 0)
    async with transaction(pool) as conn:
        number = await last_number(conn, subject)
    await age(pool)
    assert (await swept(pool, settings))["events"] == number
    async with transaction(pool) as conn:
        assert await append(conn, subject, StatusChanged(status="open"), key="later") == number + 1
        assert [event.number for event in await since(conn, subject, 0)] == [number + 1], (
            "and gives what is there"
        )


@pytest.mark.parametrize("state", ["queued", "running", "parked", "interrupted"])
async def test_nothing_of_a_run_that_is_not_finished_goes(pool: Pool, settings: Settings, state: str) -> None:
    run = await under_way(pool, settings)
    async with transaction(pool) as conn:
        if state == "parked":
            await asked(conn, run)
        await conn.execute("update run set state = %s", (state,))
    await age(pool)
    assert await swept(pool, settings) == {}
    assert await threads(pool) == [str(run.id)]


@pytest.mark.parametrize("state", ["claimed", "unknown"])
async def test_an_effect_of_which_nobody_knows_the_outcome_is_never_forgotten(
    pool: Pool, settings: Settings, state: str
) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        await effect(conn, run)
        await conn.execute("update effect set state = %s, settled_at = now()", (state,))
        await move(conn, run.id, "failed", fence=1)
    await age(pool)
    assert "settled_effects" not in await swept(pool, settings)


async def test_a_dry_pass_counts_the_same_and_changes_nothing(pool: Pool, settings: Settings) -> None:
    for _ in range(3):
        await finished(pool, settings)
    await age(pool)
    small = settings.model_copy(update={"prune_batch": 2})
    told = await swept(pool, small, dry=True)
    assert told == await swept(pool, small, dry=True)
    assert told == await swept(pool, small)
    assert await swept(pool, small, dry=True) == {}


async def test_each_batch_is_a_transaction_of_its_own(pool: Pool, settings: Settings) -> None:
    for _ in range(5):
        await finished(pool, settings)
    await age(pool)
    left: list[int] = []

    def look(counts: dict[str, int]) -> None:
        left.append(counts["threads"])

    await prune(pool, settings.model_copy(update={"prune_batch": 2}), told=look)
    assert set(left) - {0} == {2, 4, 5}, "two threads, two, and the last"
    assert await threads(pool) == []


async def test_a_pass_stops_when_its_time_is_over_and_the_next_goes_on(
    pool: Pool, settings: Settings
) -> None:
    for _ in range(3):
        await finished(pool, settings)
    await age(pool)
    hasty = settings.model_copy(update={"prune_batch": 1, "prune_seconds": 1e-6})
    passes = 0
    while await threads(pool):
        pruned = await prune(pool, hasty)
        assert pruned is not None
        assert not pruned.complete
        assert sum(pruned.counts.values()) <= 1 + ROWS_OF_A_THREAD, "one batch"
        passes += 1
        assert passes < 300
    assert passes >= 3


async def test_one_process_prunes_at_a_time(pool: Pool, settings: Settings) -> None:
    async with alone(pool, LOCK) as held:
        assert held is not None
        assert await prune(pool, settings) is None
    assert await prune(pool, settings) is not None


async def test_two_passes_at_once_do_not_count_a_row_twice(pool: Pool, settings: Settings) -> None:
    for _ in range(4):
        await finished(pool, settings)
    await age(pool)
    passes = await asyncio.gather(*(prune(pool, settings) for _ in range(4)))
    assert sum(each.counts["threads"] for each in passes if each is not None) == 4


async def test_a_thread_whose_run_is_no_more_goes(pool: Pool, settings: Settings) -> None:
    """A process that was frozen while its customer was erased may still have written."""
    async with transaction(pool) as conn:
        await checkpoint(conn, "4711")
        await checkpoint(conn, "4712")
        await conn.execute("delete from checkpoints.checkpoints where thread_id = '4712'")
        await checkpoint(conn, "of-another-program")
    assert await swept(pool, settings) == {"threads": 2, "checkpoint_rows": 2 * ROWS_OF_A_THREAD - 2}
    assert await threads(pool) == ["of-another-program"]


async def test_old_keys_go_and_young_ones_hold(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        first = await write(conn, settings, "Hello?", idempotency_key="one")
    await age(pool)
    async with transaction(pool) as conn:
        await write(conn, settings, "Hello again?", idempotency_key="two")
    assert await swept(pool, settings) == {"idempotency_keys": 1}
    async with transaction(pool) as conn:
        assert await write(conn, settings, "Hello?", idempotency_key="one") != first, "a new message by now"
        keys = await (await conn.execute("select key from idempotency order by key")).fetchall()
    assert [row["key"] for row in keys] == [f"{ADA} one", f"{ADA} two"]


async def test_what_dead_workers_left_goes_and_a_waiting_wake_up_stays(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    async with transaction(pool) as conn:
        await write(conn, settings)
        await write(conn, settings)
        dead = await value(
            conn,
            "insert into procrastinate_workers (last_heartbeat) values (now() - interval '2 days') returning id",
        )
        await conn.execute(
            "update procrastinate_jobs set status = 'doing', worker_id = %s "
            "where id = (select min(id) from procrastinate_jobs)",
            (dead,),
        )
        await conn.execute("insert into worker (name) values ('gone')")
    assert await swept(pool, settings) == {}, "it may only be frozen"
    await age(pool)
    async with transaction(pool) as conn:
        await conn.execute("insert into worker (name) values ('alive')")
    assert await swept(pool, settings) == {"wake_ups": 1, "workers": 1}
    async with transaction(pool) as conn:
        assert await value(conn, "select array_agg(status::text) from procrastinate_jobs") == ["todo"]
        assert await value(conn, "select array_agg(name) from worker") == ["alive"]


async def test_a_wake_up_of_a_living_worker_stays_however_long_it_takes(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        await write(conn, settings)
        alive = await value(conn, "insert into procrastinate_workers default values returning id")
        await conn.execute("update procrastinate_jobs set status = 'doing', worker_id = %s", (alive,))
    await age(pool)
    assert "wake_ups" not in await swept(pool, settings)
