"""A cancelled run writes nothing more, and its lane is free."""

import asyncio

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.effects import approvals, of_run
from deskgraph.errors import NotFound, RunOver, TakenOver
from deskgraph.runs import check_fence, get, take_lane
from deskgraph.settings import Settings
from deskgraph.staff import cancel, erase, take
from deskgraph.tickets import Handling, ask, set_handling

from .desk import MODELS, asked, running, write
from .people import at_work, claimed, queued, ticket_of, told
from .racing import until_somebody_waits
from .test_staff import wake_ups


async def test_a_cancelled_run_writes_nothing_more_and_its_ticket_waits_for_a_person(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    effect = await claimed(pool, run)
    ended = await cancel(pool, run.id, by="lea")
    assert (ended.state, ended.reason) == (
        "cancelled",
        "Cancelled by lea. Nobody knows whether refund happened.",
    )
    async with transaction(pool) as conn:
        with pytest.raises(TakenOver):
            await check_fence(conn, run.lane, run.fence)
        assert [(each.id, each.state) for each in await of_run(conn, run.id)] == [(effect, "unknown")]
    assert (await ticket_of(pool, run)).handling == "needs_human"
    assert len(await told(pool, run)) == 1
    assert await told(pool, run, "run.finished") == [{"state": "cancelled", "outcome": None}]


async def test_a_cancelled_run_leaves_its_lane_to_the_next_at_once(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)
    before = await wake_ups(pool)
    await cancel(pool, run.id, by="lea")
    assert await wake_ups(pool) == before + 1
    async with transaction(pool) as conn:
        fence = await take_lane(conn, run.lane, "another", 60)
    assert fence is not None
    assert fence > run.fence


async def test_a_run_that_is_queued_behind_another_is_cancelled_without_harm_to_that_one(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    async with transaction(pool) as conn:
        behind = await write(conn, settings, "Hello?", ticket_id=run.ticket_id)
    await cancel(pool, behind.run_id or 0, by="lea")
    async with transaction(pool) as conn:
        await check_fence(conn, run.lane, run.fence)
        assert (await get(conn, run.id)).state == "running"


@pytest.mark.parametrize("asking", ["tool", "reply", "outcome"])
async def test_what_a_cancelled_run_asked_is_not_answered_any_more(
    pool: Pool, settings: Settings, asking: str
) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        approval = await asked(conn, run, kind=asking, text="Nine hours." if asking == "reply" else None)
    await cancel(pool, run.id, by="lea")
    async with transaction(pool) as conn:
        assert (await approvals.get(conn, approval.id)).status == "void"


async def test_a_run_that_has_ended_is_not_cancelled(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    await cancel(pool, run.id, by="lea")
    with pytest.raises(RunOver, match="cancelled already, since 2"):
        await cancel(pool, run.id, by="max")


async def test_of_people_who_cancel_at_once_one_does(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)
    given = await asyncio.gather(
        *(cancel(pool, run.id, by=f"p{number}") for number in range(6)), return_exceptions=True
    )
    assert sum(isinstance(each, RunOver) for each in given) == 5
    assert len(await told(pool, run, "run.finished")) == len(await told(pool, run)) == 1


@pytest.mark.parametrize("handling", ["needs_human", "with_staff"])
async def test_a_ticket_that_waits_for_a_person_or_has_one_keeps_its_reason(
    pool: Pool, settings: Settings, handling: Handling
) -> None:
    run = await at_work(pool, settings)
    async with transaction(pool) as conn:
        await set_handling(conn, run.ticket_id or 0, handling, "It is odd.", key="h")
    await cancel(pool, run.id, by="lea")
    ticket = await ticket_of(pool, run)
    assert (ticket.handling, ticket.handling_reason) == (handling, "It is odd.")
    assert len(await told(pool, run)) == 1


async def test_a_run_of_the_team_is_cancelled_and_its_ticket_stays_with_the_agent(
    pool: Pool, settings: Settings
) -> None:
    run = await queued(pool, settings)
    async with transaction(pool) as conn:
        question = await ask(
            conn, ticket_id=run.ticket_id or 0, text="Why?", by="lea", models=MODELS, settings=settings
        )
    await cancel(pool, question.run_id or 0, by="lea")
    assert (await ticket_of(pool, run)).handling == "agent"


async def test_a_worker_that_takes_the_lane_while_it_is_cancelled_waits_and_finds_it_free(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    async with transaction(pool) as conn:
        # The worker's write under its fence is open: cancelling waits for it, and comes after it.
        await check_fence(conn, run.lane, run.fence)
        cancelling = asyncio.create_task(cancel(pool, run.id, by="lea"))
        await until_somebody_waits(pool, conn)
        assert not cancelling.done()
    await cancelling
    async with transaction(pool) as conn:
        with pytest.raises(TakenOver):
            await check_fence(conn, run.lane, run.fence)


async def test_erasing_cancelling_and_a_worker_at_once_do_not_wait_for_each_other_in_a_circle(
    pool: Pool, settings: Settings
) -> None:
    for number in range(6):
        run = await at_work(pool, settings)

        async def works(lane: str = run.lane, name: str = f"another {number}") -> None:
            async with transaction(pool) as conn:
                await take_lane(conn, lane, name, 60)

        given = await asyncio.gather(
            erase(pool, "ada@example.com", packs=[]),
            *(cancel(pool, run.id, by=by) for by in ("lea", "max")),
            works(),
            take(pool, run.ticket_id or 0, by="kim"),
            return_exceptions=True,
        )
        refused = {type(each) for each in given if isinstance(each, BaseException)}
        assert refused <= {NotFound, RunOver}
