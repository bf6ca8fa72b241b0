"""The ledger and the approvals: an effect is claimed once, a question is put once and ruled on once."""

from functools import partial

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import (
    Approval,
    Claim,
    Fresh,
    Settled,
    Unknown,
    approvals,
    bound_hash,
    canonical,
    claim,
    free,
    get,
    of_run,
    settle,
)
from deskgraph.errors import AlreadyRuled, Conflict, NewerMessage, NotFound, TakenOver
from deskgraph.events import last_number, since
from deskgraph.runs import Run, check_fence, subject_key, take_lane
from deskgraph.settings import Settings

from .desk import asked, running, write
from .racing import race

CALL = canonical({"order": "B-1", "amount": "5.00"})


async def claimed(
    conn: Connection, run: Run, *, arguments: str = CALL, fence: int = 1, key: str = "call"
) -> Claim:
    await check_fence(conn, run.lane, fence)
    return await claim(
        conn,
        run_id=run.id,
        ticket_id=run.ticket_id,
        key=key,
        action="refund",
        arguments=arguments,
        fence=fence,
    )


async def fresh(conn: Connection, run: Run, key: str = "call") -> int:
    found = await claimed(conn, run, key=key)
    assert isinstance(found, Fresh)
    return found.effect_id


async def ruled(
    conn: Connection, approval: Approval, *, by: str = "lea", seen: int | None = None
) -> Approval:
    return await approvals.rule(
        conn,
        approval,
        by=by,
        status="approved",
        arguments=approval.arguments,
        text=approval.text,
        note="",
        seen=seen,
    )


# what an approval is bound to


def test_arguments_have_one_text_whatever_their_order() -> None:
    assert canonical({"b": 1, "a": {"d": "ü", "c": None}}) == canonical({"a": {"c": None, "d": "ü"}, "b": 1})
    assert canonical({"b": [1, 2]}) != canonical({"b": [2, 1]})


def test_a_number_that_json_does_not_know_has_no_text() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical({"amount": float("nan")})


@pytest.mark.parametrize("other", [("refund", '{"a":2}'), ("refun", 'd{"a":1}'), ("cancel", '{"a":1}')])
def test_the_hash_is_of_the_action_and_every_byte(other: tuple[str, str]) -> None:
    assert bound_hash("refund", '{"a":1}') == bound_hash("refund", '{"a":1}')
    assert bound_hash("refund", '{"a":1}') != bound_hash(*other)


# the ledger


async def test_a_claim_is_fresh_once_and_gives_its_result_ever_after(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    effect_id = await fresh(conn, run)
    await settle(conn, effect_id, "done", "refunded\x00 5.00")
    assert await claimed(conn, run) == Settled(effect_id, "done", "refunded 5.00")
    assert [effect.state for effect in await of_run(conn, run.id)] == ["done"]


async def test_a_claim_without_a_result_is_unknown_and_is_shown_as_that(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    effect_id = await fresh(conn, run)
    assert await claimed(conn, run) == Unknown(effect_id)
    assert await claimed(conn, run) == Unknown(effect_id)
    assert (await get(conn, effect_id)).state == "unknown"


async def test_of_claims_of_one_key_at_once_one_is_fresh(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
    given = await race(pool, [partial(claimed, run=run)] * 8)
    assert sorted(type(found).__name__ for found in given) == ["Fresh", *["Unknown"] * 7]


async def test_what_is_unknown_can_be_found_out_and_what_is_settled_never_changes(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    effect_id = await fresh(conn, run)
    await settle(conn, effect_id, "unknown", None)
    await settle(conn, effect_id, "done", "it happened", by="lea")
    effect = await get(conn, effect_id)
    assert (effect.state, effect.result, effect.settled_by) == ("done", "it happened", "lea")
    for state in ("done", "refused", "unknown"):
        with pytest.raises(Conflict, match="done already"):
            await settle(conn, effect_id, state, None)


async def test_settlements_are_events_of_the_ticket(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    effect_id = await fresh(conn, run)
    await settle(conn, effect_id, "unknown", None)
    await settle(conn, effect_id, "refused", None, by="lea")
    events = await since(conn, subject_key(run.ticket_id or 0), 0)
    assert [event.payload["state"] for event in events if event.type == "effect.settled"] == [
        "unknown",
        "refused",
    ]


async def test_a_refusal_before_the_call_frees_the_key_and_nothing_else_does(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    await free(conn, await fresh(conn, run))
    effect_id = await fresh(conn, run)
    await settle(conn, effect_id, "unknown", None)
    await free(conn, effect_id)
    assert await claimed(conn, run) == Unknown(effect_id)


async def test_a_key_is_never_claimed_for_something_else(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    await fresh(conn, run)
    with pytest.raises(Conflict):
        await claimed(conn, run, arguments=canonical({"order": "B-2", "amount": "5.00"}))


async def test_nothing_is_claimed_under_an_old_token(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    await conn.execute("update lease set until = now() where lane = %s", [run.lane])
    assert await take_lane(conn, run.lane, "w2", 60) == 2
    with pytest.raises(TakenOver):
        await claimed(conn, run)
    assert await of_run(conn, run.id) == []


@pytest.mark.parametrize("effect_id", [0, -1, 4_711, 2**63, 10**30])
async def test_an_effect_that_is_none_is_not_found(conn: Connection, effect_id: int) -> None:
    with pytest.raises(NotFound):
        await get(conn, effect_id)


# approvals


async def test_a_question_asked_again_is_the_row_there_is(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    first, second = await asked(conn, run), await asked(conn, run, hours=99)
    assert second.id == first.id
    assert second.expires_at == first.expires_at
    events = await since(conn, subject_key(run.ticket_id or 0), 0)
    assert [event.type for event in events].count("approval.asked") == 1


async def test_a_question_keeps_the_text_that_was_shown_and_its_hash(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    reply = await asked(conn, run, kind="reply", text="Nine\x00 hours.", arguments={})
    assert (reply.text, reply.bound_hash) == ("Nine hours.", bound_hash("send_reply", "Nine hours."))
    call = await asked(conn, run, interrupt_id="other")
    assert (call.arguments, call.bound_hash) == (CALL, bound_hash("refund", CALL))


async def test_the_text_of_arguments_comes_back_byte_for_byte(conn: Connection, settings: Settings) -> None:
    run = await running(conn, settings)
    odd: dict[str, object] = {"z": "Grüße \u2028 </script>", "a": {"y": [1, 2.50, None], "b": "\x00"}}
    approval = await asked(conn, run, arguments=odd)
    assert (await approvals.get(conn, approval.id)).arguments == canonical(odd)


async def test_questions_are_listed_oldest_first_by_status_and_ticket(
    conn: Connection, settings: Settings
) -> None:
    first, second = [await asked(conn, await running(conn, settings)) for _ in range(2)]
    await ruled(conn, first)
    assert [found.id for found in await approvals.list(conn)] == [second.id]
    assert [found.id for found in await approvals.list(conn, status="approved")] == [first.id]
    assert [found.id for found in await approvals.list(conn, status=None)] == [first.id, second.id]
    assert await approvals.list(conn, ticket_id=first.ticket_id) == []
    assert await approvals.list(conn, ticket_id=2**70) == []


@pytest.mark.parametrize("approval_id", [0, -1, 4_711, 2**63, 10**30])
async def test_an_approval_that_is_none_is_not_found(conn: Connection, approval_id: int) -> None:
    with pytest.raises(NotFound):
        await approvals.get(conn, approval_id)
    with pytest.raises(NotFound):
        await approvals.held(conn, approval_id)


async def test_of_rulings_at_once_one_counts(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        approval = await asked(conn, await running(conn, settings))
    given = await race(pool, [partial(ruled, approval=approval, by=f"p{n}") for n in range(8)])
    (winner,) = [found for found in given if isinstance(found, Approval)]
    assert sum(isinstance(found, AlreadyRuled) for found in given) == 7
    async with transaction(pool) as conn:
        assert (await approvals.get(conn, approval.id)).ruled_by == winner.ruled_by
        types = [event.type for event in await since(conn, subject_key(approval.ticket_id or 0), 0)]
    assert types.count("approval.ruled") == 1


async def test_a_message_since_the_question_has_to_be_seen_first(
    conn: Connection, settings: Settings
) -> None:
    run = await running(conn, settings)
    approval = await asked(conn, run)
    assert (approval.newer_messages, approval.asked_at_event) == (0, approval.seen - 1)
    await write(conn, settings, "I changed my mind.", ticket_id=run.ticket_id)
    approval = await approvals.get(conn, approval.id)
    assert approval.newer_messages == 1
    assert approval.seen == await last_number(conn, subject_key(run.ticket_id or 0))
    for seen in (None, 0, approval.seen - 1):
        with pytest.raises(NewerMessage):
            await ruled(conn, approval, seen=seen)
    assert (await ruled(conn, approval, seen=approval.seen)).status == "approved"


async def test_a_number_from_beyond_the_log_is_no_database_error(
    conn: Connection, settings: Settings
) -> None:
    assert (
        await ruled(conn, await asked(conn, await running(conn, settings)), seen=2**80)
    ).status == "approved"


async def test_only_what_is_due_expires(conn: Connection, settings: Settings) -> None:
    due = await asked(conn, await running(conn, settings), hours=-1)
    waiting = await asked(conn, await running(conn, settings))
    assert (due.overdue, waiting.overdue) == (True, False)
    assert await approvals.expire(conn, due)
    assert not await approvals.expire(conn, due)
    assert not await approvals.expire(conn, waiting)
    with pytest.raises(AlreadyRuled):
        await ruled(conn, due)
