"""What became of an effect is said once, and its run hears it."""

import asyncio

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.effects import approvals, of_run
from deskgraph.errors import AlreadySettled, NotText, StillUnderWay
from deskgraph.runs import get
from deskgraph.settings import Settings
from deskgraph.staff import cancel

from .people import at_work, claimed, found_out, said, unknown_call
from .test_staff import wake_ups


@pytest.mark.parametrize(("happened", "state"), [(True, "done"), (False, "refused")])
async def test_what_was_found_out_is_recorded_and_answers_the_run(
    pool: Pool, settings: Settings, happened: bool, state: str
) -> None:
    run, effect = await unknown_call(pool, settings)
    before = await wake_ups(pool)
    assert await found_out(pool, effect, happened, "ref 7") == state
    assert await wake_ups(pool) == before + 1
    async with transaction(pool) as conn:
        (row,) = await of_run(conn, run.id)
        (question,) = await approvals.of_run(conn, run.id)
    assert (row.state, row.result, row.settled_by) == (state, "ref 7", "max")
    assert (question.status, question.text, question.ruled_by) == (
        "approved" if happened else "rejected",
        "ref 7",
        "max",
    )


async def test_what_is_settled_is_not_settled_again_and_says_who_did(pool: Pool, settings: Settings) -> None:
    _, effect = await unknown_call(pool, settings)
    await found_out(pool, effect, True, "ref 7")
    for happened in (True, False):
        with pytest.raises(AlreadySettled, match="done by max at 2"):
            await found_out(pool, effect, happened, by="lea")


async def test_of_people_who_settle_at_once_one_is_heard(pool: Pool, settings: Settings) -> None:
    run, effect = await unknown_call(pool, settings)
    given = await asyncio.gather(
        *(found_out(pool, effect, number % 2 == 0, by=f"p{number}") for number in range(8)),
        return_exceptions=True,
    )
    (heard,) = [each for each in given if isinstance(each, str)]
    assert sum(isinstance(each, AlreadySettled) for each in given) == 7
    async with transaction(pool) as conn:
        (row,) = await of_run(conn, run.id)
        (question,) = await approvals.of_run(conn, run.id)
    assert row.state == heard
    assert (row.settled_by, {"done": "approved", "refused": "rejected"}[heard]) == (
        question.ruled_by,
        question.status,
    )


async def test_what_is_under_way_or_not_asked_about_yet_is_not_settled(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    with pytest.raises(StillUnderWay, match="under way"):
        await found_out(pool, await claimed(pool, run), True)
    _, effect = await unknown_call(pool, settings, ask=False)
    with pytest.raises(StillUnderWay, match="has not asked"):
        await found_out(pool, effect, True)
    async with transaction(pool) as conn:
        assert [each.state for each in await of_run(conn, run.id)] == ["claimed"]


async def test_the_effect_of_a_run_that_has_ended_is_recorded_and_nothing_else_is_done(
    pool: Pool, settings: Settings
) -> None:
    run, effect = await unknown_call(pool, settings)
    await cancel(pool, run.id, by="lea")
    assert await found_out(pool, effect, True, "ref 7") == "done"
    async with transaction(pool) as conn:
        assert (await get(conn, run.id)).state == "cancelled"
    assert len(await said(pool, run)) == 1


@pytest.mark.parametrize("result", ["a\x00b", "\ud800"])
async def test_a_result_that_is_no_text_is_refused(pool: Pool, settings: Settings, result: str) -> None:
    _, effect = await unknown_call(pool, settings)
    with pytest.raises(NotText):
        await found_out(pool, effect, True, result)
