"""Transactions take their locks in one order: lane, lease, approval, effect, run, subject, ticket, message."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import of_run
from deskgraph.errors import NotFound
from deskgraph.events import hold
from deskgraph.runs import hold_lane, leave_lane, subject_key, take_lane
from deskgraph.settings import Settings
from deskgraph.staff import cancel, erase, take
from deskgraph.tickets import post, set_handling
from deskgraph.tools import Pack
from deskgraph.worker import prune
from deskgraph.worker.sweep import sweep

from .desk import ADA, asked, running, write
from .people import at_work, queued, write_more
from .racing import until_so_many_wait, until_somebody_waits
from .test_retention import age, finished

Act = Callable[[Pool, int, int], Awaitable[object]]


def taking(pool: Pool, ticket: int, run: int) -> Awaitable[object]:
    return take(pool, ticket, by="kim")


def cancelling(pool: Pool, ticket: int, run: int) -> Awaitable[object]:
    return cancel(pool, run, by="lea")


@pytest.mark.parametrize("act", [taking, cancelling])
async def test_a_lease_that_comes_while_its_customer_is_erased_closes_no_circle(
    pool: Pool, settings: Settings, act: Act
) -> None:
    run = await queued(pool, settings)
    ticket = run.ticket_id or 0
    async with transaction(pool) as late:
        # The erasing is held up in its middle, with lane and lease in its hands.
        await hold(late, subject_key(ticket))
        async with transaction(pool) as worker:
            assert await take_lane(worker, run.lane, "w", 60)
            # It began when there was no lease, and waits for the worker that makes one.
            erasing = asyncio.create_task(erase(pool, ADA, packs=[]))
            await until_somebody_waits(pool, worker)
        await until_somebody_waits(pool, late)
        acting = asyncio.ensure_future(act(pool, ticket, run.id))
        await until_so_many_wait(pool, 2)
    assert (await erasing).rows["lease"] == 1
    with pytest.raises(NotFound):
        await acting


async def test_who_finds_a_lease_held_does_not_wait_for_whoever_holds_the_lane(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    async with transaction(pool) as holder:
        await hold_lane(holder, run.lane)
        async with asyncio.timeout(20), transaction(pool) as conn:
            assert await take_lane(conn, run.lane, "another", 60) is None


async def test_who_finds_a_lease_on_its_way_back_waits_for_it(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)

    async def takes() -> int | None:
        async with transaction(pool) as conn:
            return await take_lane(conn, run.lane, "another", 60)

    async with transaction(pool) as leaving:
        await leave_lane(leaving, run.lane, "w", 1)
        taking = asyncio.create_task(takes())
        await until_somebody_waits(pool, leaving)
    assert await taking == 2


@pytest.mark.parametrize("other", ["message", "erasing"])
async def test_a_ticket_changed_twice_at_once_with_its_customer_closes_no_circle(
    pool: Pool, settings: Settings, other: str
) -> None:
    run = await at_work(pool, settings)
    ticket = run.ticket_id or 0
    async with transaction(pool) as conn:
        await hold_lane(conn, run.lane)
        await post(
            conn,
            ticket_id=ticket,
            lane="customer",
            kind="reply",
            author_role="staff",
            author="lea",
            text="Nine hours.",
        )
        meeting: asyncio.Task[object] = asyncio.create_task(
            write_more(pool, settings, run) if other == "message" else erase(pool, ADA, packs=[])
        )
        await until_somebody_waits(pool, conn)
        # PostgreSQL looks for the customer of a ticket again when one transaction changes it a second time.
        await set_handling(conn, ticket, "with_staff", "Taken by lea.", key="h")
    await meeting


async def test_pruning_and_the_sweeper_pass_by_what_is_being_erased(pool: Pool, settings: Settings) -> None:
    run = await finished(pool, settings)
    async with transaction(pool) as conn:
        # An old effect with a question about it, a question whose time is over, and a run whose worker died.
        await write(conn, settings, "Hello?", ticket_id=run.ticket_id, idempotency_key="k")
        (effect,) = await of_run(conn, run.id)
        question = await asked(conn, await running(conn, settings))
        await conn.execute("update approval set effect_id = %s where id = %s", (effect.id, question.id))
        await asked(conn, await running(conn, settings), hours=-1)
        lost = await running(conn, settings)
        await conn.execute("update lease set until = now() where lane = %s", [lost.lane])
    await age(pool)
    all_gone, commit = asyncio.Event(), asyncio.Event()

    async def wait(conn: Connection, email: str) -> dict[str, int]:
        all_gone.set()
        await commit.wait()
        return {}

    erasing = asyncio.create_task(erase(pool, ADA, packs=[Pack("slow", erase=wait)]))
    await all_gone.wait()
    async with asyncio.timeout(20):
        passed = await prune(pool, settings.model_copy(update={"thread_days": 100_000}))
        assert passed is not None
        assert (
            passed.counts["settled_effects"]
            == passed.counts["events"]
            == passed.counts["idempotency_keys"]
            == 0
        )
        await sweep(pool, settings)
    commit.set()
    rows = (await erasing).rows
    assert (rows["effect"], rows["approval"], rows["idempotency"]) == (1, 2, 1)
