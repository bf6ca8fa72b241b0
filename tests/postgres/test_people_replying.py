"""A reply of a colleague reaches the customer once; a note stays with the team."""

import asyncio

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.effects import claim, stale_claims
from deskgraph.errors import (
    EmptyText,
    KeyReused,
    NotSent,
    NotText,
    OutcomeUnknown,
    StillUnderWay,
    TextStopped,
)
from deskgraph.events import since
from deskgraph.runs import Run, subject_key
from deskgraph.settings import Settings
from deskgraph.staff import Said, note, take
from deskgraph.tickets import set_handling
from deskgraph.worker.claims import give_up_claims

from .people import Post, at_work, claimed, found_out, give_back, queued, said, say, ticket_of, told


async def test_a_reply_takes_the_ticket_reaches_the_customer_and_starts_no_run(
    pool: Pool, settings: Settings
) -> None:
    run = await queued(pool, settings)
    given = await say(pool, settings, run)
    ticket = await ticket_of(pool, run)
    assert (ticket.handling, ticket.handling_reason, ticket.status) == (
        "with_staff",
        "Taken by lea.",
        "waiting",
    )
    sent = (await said(pool, run))[-1]
    assert sent == given.message
    assert (sent.lane, sent.kind, sent.author_role, sent.author, sent.run_id) == (
        "customer",
        "reply",
        "staff",
        "lea",
        None,
    )
    async with transaction(pool) as conn:
        row = await (await conn.execute("select count(*) as n from run")).fetchone()
    assert row == {"n": 1}


async def test_a_reply_to_a_ticket_that_a_colleague_has_leaves_it_with_them(
    pool: Pool, settings: Settings
) -> None:
    run = await queued(pool, settings)
    await take(pool, run.ticket_id or 0, by="max")
    await say(pool, settings, run)
    assert (await ticket_of(pool, run)).handling_reason == "Taken by max."


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Ask eve@example.com.", TextStopped),
        (" \u200b", EmptyText),
        ("\ud800", NotText),
    ],
)
async def test_a_reply_that_must_not_leave_changes_nothing(
    pool: Pool, settings: Settings, text: str, error: type[Exception]
) -> None:
    run = await queued(pool, settings)
    with pytest.raises(error):
        await say(pool, settings, run, text)
    assert (await ticket_of(pool, run)).handling == "agent"
    assert len(await said(pool, run)) == 1
    async with transaction(pool) as conn:
        assert await (await conn.execute("select 1 from effect")).fetchone() is None


async def test_the_same_reply_under_its_key_is_sent_once_and_another_is_refused(
    pool: Pool, settings: Settings
) -> None:
    run, post = await queued(pool, settings), Post()
    first = await say(pool, settings, run, sender=post, key="k")
    await give_back(pool, settings, run)
    again = await say(pool, settings, run, sender=post, key="k")
    assert again.message == first.message
    assert (await ticket_of(pool, run)).handling == "agent", "what was said before takes nothing again"
    with pytest.raises(KeyReused):
        await say(pool, settings, run, "Ten hours.", sender=post, key="k")
    other = await queued(pool, settings)
    with pytest.raises(KeyReused):
        await say(pool, settings, other, sender=post, key="k")
    await say(pool, settings, run, "Ten hours.", sender=post, key="k", by="max")
    assert [letter.text for letter in post.letters] == ["It burns for nine hours.", "Ten hours."]


async def test_of_the_same_reply_handed_in_many_times_at_once_one_is_sent(
    pool: Pool, settings: Settings
) -> None:
    run, post = await queued(pool, settings), Post()
    given = await asyncio.gather(
        *(say(pool, settings, run, sender=post, key="k") for _ in range(8)), return_exceptions=True
    )
    assert all(isinstance(each, (Said, StillUnderWay)) for each in given)
    assert len(post.letters) == 1
    assert len({each.message.id for each in given if isinstance(each, Said)}) == 1
    assert len(await told(pool, run)) == 1


async def test_a_sender_that_says_no_frees_the_key_and_the_ticket_stays_with_the_person(
    pool: Pool, settings: Settings
) -> None:
    run = await queued(pool, settings)
    with pytest.raises(NotSent, match="no such mailbox"):
        await say(pool, settings, run, sender=Post(NotSent("no such mailbox")), key="k")
    assert (await ticket_of(pool, run)).handling == "with_staff"
    assert len(await said(pool, run)) == 1
    assert (await say(pool, settings, run, sender=Post(), key="k")).message.text == "It burns for nine hours."


async def unknown_reply(pool: Pool, settings: Settings) -> tuple[Run, int]:
    run, post = await queued(pool, settings), Post(TimeoutError())
    with pytest.raises(OutcomeUnknown) as error:
        await say(pool, settings, run, sender=post, key="k")
    with pytest.raises(OutcomeUnknown):
        await say(pool, settings, run, sender=post, key="k")
    assert len(post.letters) == 1, "it is never sent again"
    assert len(await said(pool, run)) == 1
    return run, error.value.facts["effect"]


async def test_a_reply_of_unknown_outcome_that_reached_the_customer_is_put_on_the_ticket(
    pool: Pool, settings: Settings
) -> None:
    run, effect = await unknown_reply(pool, settings)
    assert await found_out(pool, effect, True, "it is in their inbox") == "done"
    sent = (await said(pool, run))[-1]
    assert (sent.text, sent.author, sent.author_role, sent.kind) == (
        "It burns for nine hours.",
        "lea",
        "staff",
        "reply",
    )
    assert (await ticket_of(pool, run)).status == "waiting"
    assert (await say(pool, settings, run, sender=Post(), key="k")).message == sent


async def test_a_reply_of_unknown_outcome_that_did_not_leave_stays_with_the_person(
    pool: Pool, settings: Settings
) -> None:
    run, effect = await unknown_reply(pool, settings)
    assert await found_out(pool, effect, False) == "refused"
    assert len(await said(pool, run)) == 1
    assert (await ticket_of(pool, run)).handling == "with_staff"
    with pytest.raises(NotSent):
        await say(pool, settings, run, sender=Post(), key="k")


async def test_a_reply_that_is_being_sent_is_neither_sent_again_nor_settled(
    pool: Pool, settings: Settings
) -> None:
    run, post = await queued(pool, settings), Post()
    post.go.clear()
    sending = asyncio.create_task(say(pool, settings, run, sender=post, key="k"))
    await post.sending.wait()
    with pytest.raises(StillUnderWay):
        await say(pool, settings, run, sender=post, key="k")
    async with transaction(pool) as conn:
        row = await (await conn.execute("select id from effect")).fetchone()
        assert await stale_claims(conn, 60) == []
    assert row is not None
    with pytest.raises(StillUnderWay):
        await found_out(pool, row["id"], True)
    post.go.set()
    assert (await sending).message.text == "It burns for nine hours."
    assert len(post.letters) == 1


async def test_a_reply_whose_process_died_while_it_was_sent_is_unknown_after_a_while(
    pool: Pool, settings: Settings
) -> None:
    run, post = await queued(pool, settings), Post()
    post.go.clear()
    sending = asyncio.create_task(say(pool, settings, run, sender=post))
    await post.sending.wait()
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    async with transaction(pool) as conn:
        (left,) = await stale_claims(conn, 0)
        assert await stale_claims(conn, 0) == []
    assert (left.state, left.ticket_id, left.run_id) == ("unknown", run.ticket_id, None)
    assert [event["state"] for event in await told(pool, run, "effect.settled")] == ["unknown"]
    assert await found_out(pool, left.id, True, "it is in their inbox") == "done"
    assert (await said(pool, run))[-1].text == "It burns for nine hours."


async def test_a_run_that_has_claimed_is_no_stale_claim(pool: Pool, settings: Settings) -> None:
    run = await at_work(pool, settings)
    await claimed(pool, run)
    async with transaction(pool) as conn:
        assert await stale_claims(conn, 0) == []


async def test_a_note_takes_no_ticket_starts_no_run_and_is_the_teams(pool: Pool, settings: Settings) -> None:
    run = await queued(pool, settings)
    for _ in range(2):
        await note(pool, run.ticket_id or 0, "She called.", by="lea", settings=settings, key="k")
    with pytest.raises(KeyReused):
        await note(pool, run.ticket_id or 0, "She wrote.", by="lea", settings=settings, key="k")
    (left,) = [message for message in await said(pool, run) if message.lane == "team"]
    assert (left.kind, left.author, left.text) == ("note", "lea", "She called.")
    assert (await ticket_of(pool, run)).handling == "agent"
    async with transaction(pool) as conn:
        visible = await since(conn, subject_key(run.ticket_id or 0), 0, audience="customer")
    assert [event.payload for event in visible if event.payload.get("message") == left.id] == []


@pytest.mark.parametrize(("taken", "handling"), [(True, "with_staff"), (False, "needs_human")])
async def test_the_sweeper_gives_such_a_claim_up_and_asks_for_a_person_when_nobody_has_the_ticket(
    pool: Pool, settings: Settings, taken: bool, handling: str
) -> None:
    run = await queued(pool, settings)
    async with transaction(pool) as conn:
        if taken:
            await set_handling(conn, run.ticket_id or 0, "with_staff", "Taken by lea.", key="h")
        await claim(conn, run_id=None, ticket_id=run.ticket_id, key="k", action="send_reply", arguments="{}")
        assert await give_up_claims(conn, settings) == 0
        await conn.execute("update effect set created_at = now() - interval '1 day'")
        assert await give_up_claims(conn, settings) == 1
        assert await give_up_claims(conn, settings) == 0
    ticket = await ticket_of(pool, run)
    assert ticket.handling == handling
    assert len(await told(pool, run)) == 1
