"""Taking a ticket: whose it is, and what of the agent no longer leaves."""

import asyncio
from collections.abc import Sequence

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.effects import approvals
from deskgraph.errors import AlreadyRuled, NewerMessage, NotFound, PersonAnswers, RunOver
from deskgraph.runs import Run, get
from deskgraph.settings import Settings
from deskgraph.staff import Ruling, Taken, cancel, note, rule, take

from .desk import asked, running
from .people import at_work, found_out, give_back, queued, say, ticket_of, told, waiting_draft, write_more
from .test_staff import CHECKS


async def test_whoever_takes_a_ticket_has_it_and_is_named(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    taken = await take(pool, run.ticket_id or 0, by="lea")
    assert (taken.already, taken.ended) == (False, ())
    assert (taken.ticket.handling, taken.ticket.handling_reason) == ("with_staff", "Taken by lea.")
    assert await told(pool, run) == [{"handling": "with_staff", "reason": "Taken by lea."}]


async def test_taking_again_changes_nothing_and_says_so(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    await take(pool, run.ticket_id or 0, by="lea")
    assert (await take(pool, run.ticket_id or 0, by="lea")).already
    assert len(await told(pool, run)) == 1


async def test_a_colleague_takes_it_over_and_the_event_says_from_whom(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    for by in ("lea", "max", "lea"):
        assert not (await take(pool, run.ticket_id or 0, by=by)).already
    assert [event["reason"] for event in await told(pool, run)] == [
        "Taken by lea.",
        "Taken by max. Before: Taken by lea.",
        "Taken by lea. Before: Taken by max.",
    ]


async def test_of_people_who_take_a_ticket_at_once_each_is_told_whose_it_is(
    pool: Pool, settings: Settings
) -> None:
    run = await queued(pool, settings)
    who = [f"p{number % 4}" for number in range(12)]
    taken: Sequence[Taken] = await asyncio.gather(*(take(pool, run.ticket_id or 0, by=by) for by in who))
    changes = await told(pool, run)
    assert len(changes) == sum(not each.already for each in taken)
    assert (await ticket_of(pool, run)).handling_reason == str(changes[-1]["reason"]).split(" Before")[0]


async def test_a_draft_that_waits_is_kept_and_not_asked_about_any_more(
    pool: Pool, settings: Settings
) -> None:
    run, approval = await waiting_draft(pool, settings)
    taken = await take(pool, run.ticket_id or 0, by="lea")
    assert taken.ended == (run.id,)
    async with transaction(pool) as conn:
        ended, question = await get(conn, run.id), await approvals.get(conn, approval)
    assert (ended.state, ended.reason) == (
        "cancelled",
        "lea took the ticket. The draft was kept and not sent.",
    )
    assert (question.status, question.text) == ("void", "Nine hours.")
    assert await told(pool, run, "run.finished") == [{"state": "cancelled", "outcome": None}]


async def test_a_call_that_waits_goes_on_waiting_for_whoever_took_the_ticket(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        approval = await asked(conn, run)
    await take(pool, run.ticket_id or 0, by="lea")
    ruled = await rule(pool, approval.id, Ruling(approve=True), by="lea", checks=CHECKS)
    assert ruled.status == "approved"


async def test_a_draft_that_is_asked_about_after_that_is_not_let_go_and_may_be_rejected(
    pool: Pool, settings: Settings
) -> None:
    run = await at_work(pool, settings)
    await take(pool, run.ticket_id or 0, by="lea")
    async with transaction(pool) as conn:
        approval = await asked(conn, run, kind="reply", text="Nine hours.", arguments={})
    for text in (None, "Ten hours."):
        with pytest.raises(PersonAnswers, match="Taken by lea"):
            await rule(pool, approval.id, Ruling(approve=True, text=text), by="max", checks=CHECKS)
    async with transaction(pool) as conn:
        assert await approvals.get(conn, approval.id) == await approvals.held(conn, approval.id)
        assert (await approvals.get(conn, approval.id)).status == "pending"
    ruled = await rule(pool, approval.id, Ruling(approve=False, note="Mine."), by="lea", checks=CHECKS)
    assert ruled.status == "rejected"


async def test_a_ruling_and_a_taking_at_once_do_not_wait_for_each_other_in_a_circle(
    pool: Pool, settings: Settings
) -> None:
    for _ in range(6):
        run, approval = await waiting_draft(pool, settings)
        given = await asyncio.gather(
            take(pool, run.ticket_id or 0, by="lea"),
            rule(pool, approval, Ruling(approve=True), by="max", checks=CHECKS),
            write_more(pool, settings, run),
            cancel(pool, run.id, by="kim"),
            return_exceptions=True,
        )
        refused = {type(each) for each in given if isinstance(each, BaseException)}
        assert refused <= {AlreadyRuled, PersonAnswers, NewerMessage, RunOver}
        assert (await ticket_of(pool, run)).handling == "with_staff"


async def test_a_ticket_that_nobody_has_is_not_found(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    nowhere = Run(**{**vars(run), "ticket_id": 987_654})
    for doing in (
        take(pool, 987_654, by="lea"),
        say(pool, settings, nowhere),
        note(pool, 987_654, "x", by="lea", settings=settings),
        give_back(pool, settings, nowhere),
        cancel(pool, 987_654, by="lea"),
        found_out(pool, 987_654, True),
    ):
        with pytest.raises(NotFound):
            await doing
