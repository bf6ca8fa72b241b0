"""A ruling: once, checked, bound to what is approved, in one transaction with the wake-up."""

import asyncio
from collections.abc import Mapping
from functools import partial

import pytest

from deskgraph.accounts import Role
from deskgraph.database import Pool, transaction
from deskgraph.effects import Approval, approvals, bound_hash, canonical
from deskgraph.errors import (
    AlreadyRuled,
    BadArguments,
    DeskError,
    Expired,
    NewerMessage,
    NotFound,
    NotRulable,
    NotText,
    TextStopped,
    TextTooLong,
)
from deskgraph.events import since
from deskgraph.guardrails import Finding, Grounds
from deskgraph.runs import has_work, subject_key
from deskgraph.settings import Settings
from deskgraph.staff import Checks, Ruling, rule
from deskgraph.tickets import get_ticket

from .desk import ADA, asked, running, write
from .racing import in_transaction, until_somebody_waits


def check_arguments(
    approval: Approval, arguments: Mapping[str, object], role: Role | None
) -> Mapping[str, object]:
    """A tool that takes an order and an amount."""
    if set(arguments) != {"order", "amount"}:
        raise BadArguments(f"{approval.action} takes order and amount.")
    return {"order": str(arguments["order"]), "amount": f"{float(str(arguments['amount'])):.2f}"}


def screen(text: str, grounds: Grounds) -> list[Finding]:
    """A screen that stops an address unless the evidence has it."""
    return [
        Finding(kind="address", excerpt=word, where="reply")
        for word in text.split()
        if "@" in word and word not in grounds.everything
    ]


CHECKS = Checks(check_arguments, screen, 1_000)


async def call(pool: Pool, settings: Settings, *, hours: float = 1) -> Approval:
    async with transaction(pool) as conn:
        return await asked(conn, await running(conn, settings), hours=hours)


async def reply(pool: Pool, settings: Settings) -> Approval:
    async with transaction(pool) as conn:
        run = await running(conn, settings, "Write to ada@work.example please.")
        return await asked(conn, run, kind="reply", text="Nine hours.", arguments={})


async def say(pool: Pool, approval: Approval, ruling: Ruling, by: str = "lea") -> Approval:
    return await rule(pool, approval.id, ruling, by=by, checks=CHECKS)


async def now(pool: Pool, approval: Approval) -> Approval:
    async with transaction(pool) as conn:
        return await approvals.get(conn, approval.id)


async def wake_ups(pool: Pool) -> int:
    async with transaction(pool) as conn:
        row = await (await conn.execute("select count(*) as n from procrastinate_jobs")).fetchone()
    assert row is not None
    return int(row["n"])


async def test_an_approval_lets_through_what_was_shown_and_wakes_the_lane(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings)
    before = await wake_ups(pool)
    ruled = await say(pool, approval, Ruling(approve=True, note="fine"))
    assert (ruled.status, ruled.ruled_by, ruled.note) == ("approved", "lea", "fine")
    assert (ruled.arguments, ruled.bound_hash) == (approval.arguments, approval.bound_hash)
    assert await wake_ups(pool) == before + 1
    async with transaction(pool) as conn:
        assert await has_work(conn, f"ticket:{approval.ticket_id}:customer")
        last = (await since(conn, subject_key(approval.ticket_id or 0), 0))[-1]
    assert (last.type, last.payload) == (
        "approval.ruled",
        {"approval": approval.id, "status": "approved", "by": "lea"},
    )


async def test_a_correction_is_checked_and_bound_anew(pool: Pool, settings: Settings) -> None:
    approval = await call(pool, settings)
    ruled = await say(pool, approval, Ruling(approve=True, arguments={"amount": "3", "order": "B-1"}))
    assert ruled.status == "corrected"
    assert ruled.arguments == canonical({"order": "B-1", "amount": "3.00"})
    assert ruled.bound_hash == bound_hash("refund", ruled.arguments) != approval.bound_hash


async def test_a_correction_to_what_it_was_is_an_approval(pool: Pool, settings: Settings) -> None:
    approval = await call(pool, settings)
    ruled = await say(pool, approval, Ruling(approve=True, arguments={"amount": "5.0", "order": "B-1"}))
    assert ruled.status == "approved"


async def test_a_replaced_text_is_what_is_approved_byte_for_byte(pool: Pool, settings: Settings) -> None:
    text = "  Ten hours.\r\n\tSee ada@example.com and ada@work.example please. "
    ruled = await say(pool, await reply(pool, settings), Ruling(approve=True, text=text))
    assert (ruled.status, ruled.text, ruled.bound_hash) == ("corrected", text, bound_hash("send_reply", text))


async def test_a_rejection_leaves_what_was_asked(pool: Pool, settings: Settings) -> None:
    approval = await call(pool, settings)
    ruled = await say(pool, approval, Ruling(approve=False, note="too much"))
    assert (ruled.status, ruled.note, ruled.arguments) == ("rejected", "too much", approval.arguments)


WRONG_FOR_A_CALL = [
    (Ruling(approve=True, arguments={"order": "B-1"}), BadArguments),
    (Ruling(approve=True, text="hello"), BadArguments),
    (Ruling(approve=False, arguments={"order": "B-1", "amount": "1"}), BadArguments),
    (Ruling(approve=True, note="a\x00b"), NotText),
    (Ruling(approve=False, note="\udc80"), NotText),
    (Ruling(approve=False, note="n" * 1_001), TextTooLong),
]
WRONG_FOR_A_REPLY = [
    (Ruling(approve=True, arguments={}), BadArguments),
    (Ruling(approve=True, text=" \n"), TextStopped),
    (Ruling(approve=True, text=" \u200b"), TextStopped),
    (Ruling(approve=True, text="Ask ben@example.com instead"), TextStopped),
    (Ruling(approve=True, text="a\x00b"), NotText),
    (Ruling(approve=True, text="\ud800"), NotText),
    (Ruling(approve=True, text="x" * 1_000_000), TextTooLong),
    (Ruling(approve=False, text="Ten hours."), BadArguments),
]


@pytest.mark.parametrize(("ruling", "error"), WRONG_FOR_A_CALL)
async def test_a_ruling_that_does_not_fit_a_call_leaves_it_waiting(
    pool: Pool, settings: Settings, ruling: Ruling, error: type[DeskError]
) -> None:
    approval = await call(pool, settings)
    with pytest.raises(error):
        await say(pool, approval, ruling)
    assert await now(pool, approval) == approval
    assert (await say(pool, approval, Ruling(approve=True))).status == "approved"


@pytest.mark.parametrize(("ruling", "error"), WRONG_FOR_A_REPLY)
async def test_a_ruling_that_does_not_fit_a_reply_leaves_it_waiting(
    pool: Pool, settings: Settings, ruling: Ruling, error: type[DeskError]
) -> None:
    approval = await reply(pool, settings)
    with pytest.raises(error):
        await say(pool, approval, ruling)
    assert await now(pool, approval) == approval


async def test_a_question_about_an_outcome_is_not_approved(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        approval = await asked(conn, await running(conn, settings), kind="outcome")
    with pytest.raises(NotRulable, match="settle"):
        await say(pool, approval, Ruling(approve=True))
    assert (await now(pool, approval)).status == "pending"


async def test_a_question_about_an_outcome_is_asked_until_it_is_answered(
    pool: Pool, settings: Settings
) -> None:
    """Expired, it would end its run as if nothing had been done, and nobody knows that."""
    async with transaction(pool) as conn:
        approval = await asked(conn, await running(conn, settings), kind="outcome", hours=-1)
    with pytest.raises(NotRulable):
        await say(pool, approval, Ruling(approve=True))
    async with transaction(pool) as conn:
        assert not await approvals.expire(conn, approval)
    assert (await now(pool, approval)).status == "pending"


@pytest.mark.parametrize("approval_id", [0, -3, 999, 2**63, 10**40])
async def test_an_approval_that_is_none_is_not_found(pool: Pool, approval_id: int) -> None:
    with pytest.raises(NotFound):
        await rule(pool, approval_id, Ruling(approve=True), by="lea", checks=CHECKS)


async def test_a_second_ruling_is_told_who_was_first(pool: Pool, settings: Settings) -> None:
    approval = await call(pool, settings)
    await say(pool, approval, Ruling(approve=True))
    for second in (
        Ruling(approve=True),
        Ruling(approve=False),
        Ruling(approve=True, arguments={"nonsense": 1}),
    ):
        with pytest.raises(AlreadyRuled, match="approved by lea"):
            await say(pool, approval, second, by="max")
    assert (await now(pool, approval)).ruled_by == "lea"


async def test_of_people_who_rule_at_once_one_is_heard(pool: Pool, settings: Settings) -> None:
    approval = await call(pool, settings)
    before = await wake_ups(pool)
    rulings = [Ruling(approve=n % 2 == 0, note=str(n)) for n in range(8)]
    given = await asyncio.gather(
        *(say(pool, approval, ruling, by=f"p{n}") for n, ruling in enumerate(rulings)), return_exceptions=True
    )
    (heard,) = [found for found in given if isinstance(found, Approval)]
    assert sum(isinstance(found, AlreadyRuled) for found in given) == 7
    assert (await now(pool, approval)).note == heard.note
    assert await wake_ups(pool) == before + 1


async def test_a_message_that_the_person_has_not_seen_stops_the_ruling(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings)
    await in_transaction(pool, partial(write, settings=settings, text="Stop!", ticket_id=approval.ticket_id))
    with pytest.raises(NewerMessage):
        await say(pool, approval, Ruling(approve=True))
    seen = (await now(pool, approval)).seen
    assert (await say(pool, approval, Ruling(approve=True, seen=seen))).status == "approved"


async def test_a_message_that_is_being_written_while_somebody_rules_is_not_overlooked(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings)
    async with transaction(pool) as conn:
        await write(conn, settings, "Stop!", ticket_id=approval.ticket_id)
        ruling = asyncio.create_task(say(pool, approval, Ruling(approve=True)))
        await until_somebody_waits(pool, conn)
    with pytest.raises(NewerMessage):
        await ruling
    assert (await now(pool, approval)).status == "pending"


async def test_an_expired_question_is_marked_and_its_ticket_goes_to_a_person(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings, hours=-1)
    before = await wake_ups(pool)
    for _ in range(2):
        with pytest.raises(Expired):
            await say(pool, approval, Ruling(approve=True))
    expired = await now(pool, approval)
    assert (expired.status, expired.ruled_by) == ("expired", None)
    assert await wake_ups(pool) == before + 1
    async with transaction(pool) as conn:
        ticket = await get_ticket(conn, approval.ticket_id or 0)
        assert await has_work(conn, f"ticket:{ticket.id}:customer")
    assert ticket.handling == "needs_human"
    assert "refund" in ticket.handling_reason


async def test_people_who_rule_at_once_on_an_expired_question_are_all_told_so(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings, hours=-1)
    given = await asyncio.gather(
        *(say(pool, approval, Ruling(approve=True), by=f"p{n}") for n in range(6)), return_exceptions=True
    )
    assert all(isinstance(found, Expired) for found in given)


async def test_a_reply_may_name_the_customers_own_address(pool: Pool, settings: Settings) -> None:
    ruled = await say(
        pool, await reply(pool, settings), Ruling(approve=True, text=f"We write to {ADA} today.")
    )
    assert ruled.status == "corrected"


async def test_a_tool_that_changed_since_it_was_asked_about_is_not_approved_unseen(
    pool: Pool, settings: Settings
) -> None:
    approval = await call(pool, settings)
    grown = Checks(
        lambda approval, given, role: {**check_arguments(approval, given, role), "speed": "express"},
        screen,
        1_000,
    )
    with pytest.raises(BadArguments, match="other arguments than were shown"):
        await rule(pool, approval.id, Ruling(approve=True), by="lea", checks=grown)
    assert (await now(pool, approval)).status == "pending"
