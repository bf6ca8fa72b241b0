"""Runs: one active run a lane, one worker a lane, and a token that proves it still holds it."""

from contextlib import suppress
from functools import partial

import pytest
from psycopg.errors import UniqueViolation

from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import Conflict, NotFound, TakenOver
from deskgraph.events import since
from deskgraph.runs import (
    FINISHED,
    Run,
    State,
    abandoned,
    check_fence,
    enqueue,
    get,
    has_work,
    interrupt_abandoned,
    lane_key,
    leave_lane,
    list_runs,
    move,
    next_run,
    renew,
    subject_key,
    take_lane,
)
from deskgraph.settings import Settings

from .desk import MODELS, asked, run_of, running, write
from .racing import in_transaction, race


async def take(conn: Connection, lane: str, worker: str, seconds: float = 60) -> int:
    fence = await take_lane(conn, lane, worker, seconds)
    assert fence is not None
    return fence


async def again(conn: Connection, run: Run) -> Run:
    """Another run asked for in the lane of this one."""
    assert run.ticket_id is not None
    return await enqueue(
        conn, graph="support", ticket_id=run.ticket_id, lane=run.lane, actor="x", models=MODELS, trace=None
    )


async def test_a_run_keeps_who_asked_and_its_models(conn: Connection, settings: Settings) -> None:
    run = await run_of(conn, settings)
    assert (run.state, run.graph, run.actor, run.models) == (
        "queued",
        "support",
        "customer:ada@example.com",
        MODELS,
    )
    assert run.lane == lane_key(run.ticket_id or 0, "customer")


async def test_a_waiting_run_takes_up_what_comes_and_a_running_one_does_not(
    conn: Connection, settings: Settings
) -> None:
    run = await run_of(conn, settings)
    assert (await again(conn, run)).id == run.id
    await move(conn, run.id, "running", fence=1)
    behind = await again(conn, run)
    assert behind.id != run.id
    assert (await again(conn, run)).id == behind.id


async def test_runs_asked_for_at_once_in_one_lane_are_one_run(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
    given = await race(pool, [partial(again, run=run)] * 8)
    assert len({found.id for found in given if isinstance(found, Run)}) == 1
    assert all(isinstance(found, Run) for found in given)


async def test_the_oldest_unfinished_run_is_next_and_a_parked_one_holds_its_lane(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    behind = await again(conn, run)
    await asked(conn, run)
    assert (await next_run(conn, run.lane) or behind).id == run.id
    await move(conn, run.id, "cancelled", fence=1)
    found = await next_run(conn, run.lane)
    assert found is not None
    assert found.id == behind.id


@pytest.mark.parametrize("run_id", [0, -1, 4_711, 2**63 - 1, 2**63, 10**30])
async def test_an_id_that_no_run_has_is_not_found(conn: Connection, run_id: int) -> None:
    with pytest.raises(NotFound):
        await get(conn, run_id)


async def test_a_lane_has_one_worker_until_it_gives_it_back(conn: Connection, settings: Settings) -> None:
    lane = (await run_of(conn, settings)).lane
    first = await take(conn, lane, "w1")
    assert await take_lane(conn, lane, "w2", 60) is None
    await leave_lane(conn, lane, "w1", first)
    assert await take(conn, lane, "w2") > first


async def test_a_worker_that_takes_its_own_lane_again_gets_a_new_token(
    conn: Connection, settings: Settings
) -> None:
    lane = (await run_of(conn, settings)).lane
    first = await take(conn, lane, "w1")
    assert await take(conn, lane, "w1") > first
    with pytest.raises(TakenOver):
        await check_fence(conn, lane, first)
    await leave_lane(conn, lane, "w1", first)
    assert await take_lane(conn, lane, "w2", 60) is None


async def test_a_lane_that_does_not_exist_cannot_be_taken(conn: Connection) -> None:
    assert await take_lane(conn, "ticket:1:customer", "w", 60) is None


async def test_of_workers_that_take_a_lane_at_once_one_gets_it(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        lane = (await run_of(conn, settings)).lane
    given = await race(pool, [partial(take_lane, lane=lane, worker=f"w{n}", seconds=60) for n in range(8)])
    assert [fence for fence in given if fence is not None] == [1]


async def test_every_take_over_of_a_dead_lease_has_a_token_of_its_own(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        lane = (await run_of(conn, settings)).lane
    given = await race(pool, [partial(take, lane=lane, worker=f"w{n}", seconds=-1) for n in range(8)])
    assert sorted(map(str, given)) == sorted(map(str, range(1, 9)))


async def test_an_old_token_is_refused_once_the_lane_was_taken_over(
    conn: Connection, settings: Settings
) -> None:
    lane = (await run_of(conn, settings)).lane
    old = await take(conn, lane, "w1", seconds=-1)
    await check_fence(conn, lane, old)
    new = await take(conn, lane, "w2")
    with pytest.raises(TakenOver):
        await check_fence(conn, lane, old)
    await check_fence(conn, lane, new)


async def test_a_late_heartbeat_keeps_a_lease_that_nobody_took_and_no_other(
    conn: Connection, settings: Settings
) -> None:
    lane = (await run_of(conn, settings)).lane
    old = await take(conn, lane, "w1", seconds=-1)
    assert await renew(conn, "w1", -1) == {(lane, old)}
    await take(conn, lane, "w2")
    assert await renew(conn, "w1", 60) == set()
    await leave_lane(conn, lane, "w1", old)
    assert await take_lane(conn, lane, "w3", 60) is None


LAWFUL: dict[State, set[State]] = {
    "queued": {"running", "failed", "cancelled"},
    "running": {"running", "parked", "interrupted", "done", "failed", "cancelled"},
    "parked": {"running", "parked", "done", "failed", "cancelled"},
    "interrupted": {"running", "parked", "done", "failed", "cancelled"},
    "done": set(),
    "failed": set(),
    "cancelled": set(),
}
WAY_INTO: dict[State, list[State]] = {
    "queued": [],
    "running": ["running"],
    "parked": ["running", "parked"],
    "interrupted": ["running", "interrupted"],
    "done": ["running", "done"],
    "failed": ["failed"],
    "cancelled": ["cancelled"],
}


@pytest.mark.parametrize("at", LAWFUL)
async def test_a_run_moves_only_as_its_state_allows(conn: Connection, settings: Settings, at: State) -> None:
    run = await run_of(conn, settings)
    for step in WAY_INTO[at]:
        await move(conn, run.id, step, fence=1)
    allowed = set()
    for to in LAWFUL:
        with suppress(Conflict):
            async with conn.transaction(force_rollback=True):
                await move(conn, run.id, to, fence=1)
                allowed.add(to)
    assert allowed == LAWFUL[at]


async def test_a_finished_run_keeps_its_outcome_times_and_final_state(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    done = await move(
        conn, run.id, "done", fence=1, outcome="answered", reason="a\x00b", final={"query": "x\x00\ud800y"}
    )
    assert (done.outcome, done.reason, done.final) == ("answered", "ab", {"query": "xy"})
    assert done.started_at is not None
    assert done.finished_at is not None
    assert done.state in FINISHED


async def test_a_run_says_once_that_it_was_queued_and_started(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    await move(conn, run.id, "parked", fence=1)
    await move(conn, run.id, "running", fence=1)
    types = [event.type for event in await since(conn, subject_key(run.ticket_id or 0), 0)]
    assert (types.count("run.queued"), types.count("run.started")) == (1, 1)


async def test_runs_are_listed_by_state_newest_first(conn: Connection, settings: Settings) -> None:
    first, second = await run_of(conn, settings), await run_of(conn, settings)
    await move(conn, first.id, "cancelled", fence=1)
    assert [run.id for run in await list_runs(conn)] == [second.id, first.id]
    assert [run.id for run in await list_runs(conn, state="queued")] == [second.id]
    assert [run.id for run in await list_runs(conn, limit=1)] == [second.id]


async def test_a_run_whose_process_died_is_found_and_one_whose_worker_lives_is_not(
    conn: Connection, settings: Settings
) -> None:
    lively, dead = await running(conn, settings), await run_of(conn, settings)
    fence = await take(conn, dead.lane, "w", seconds=-1)
    await move(conn, dead.id, "running", fence=fence)
    assert [run.id for run in await abandoned(conn)] == [dead.id]
    for run in (lively, dead):
        await interrupt_abandoned(conn, run.lane)
    assert [(await get(conn, run.id)).state for run in (lively, dead)] == ["running", "interrupted"]
    assert await has_work(conn, dead.lane)


async def test_a_parked_run_is_work_only_when_nothing_of_it_waits_for_a_person(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    assert not await has_work(conn, run.lane)
    approval = await asked(conn, run)
    await write(conn, settings, ticket_id=run.ticket_id)
    assert not await has_work(conn, run.lane)
    await conn.execute("update approval set status = 'rejected' where id = %s", [approval.id])
    assert await has_work(conn, run.lane)
    await move(conn, run.id, "done", fence=1)
    assert await has_work(conn, run.lane)


async def test_the_database_itself_refuses_a_second_active_run_in_a_lane(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        behind = await again(conn, run)
    with pytest.raises(UniqueViolation):
        await in_transaction(pool, partial(move, run_id=behind.id, to="running", fence=1))
