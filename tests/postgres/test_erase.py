"""Erasing meets writes at the same moment: whichever is second sees what the first left."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import pytest

from deskgraph.database import Connection, Pool, transaction, value
from deskgraph.demo import PACK
from deskgraph.demo.pack import apply_schema
from deskgraph.effects import canonical, claim
from deskgraph.errors import BadAddress, NotFound, TakenOver
from deskgraph.runs import Run, check_fence, renew, take_lane
from deskgraph.settings import Settings
from deskgraph.staff import Erased, Ruling, erase, note, rule, take
from deskgraph.tickets import ask, get_ticket, set_handling
from deskgraph.tools import Pack

from .desk import ADA, MODELS, asked, running, write
from .everywhere import found, sizes
from .people import give_back, say
from .racing import until_somebody_waits
from .test_staff import CHECKS

TOM = "tom.ashworth@example.org"


async def erased(pool: Pool, who: int | str = ADA, *packs: Pack, dry_run: bool = False) -> Erased:
    return await erase(pool, who, packs=packs, dry_run=dry_run)


async def under_way(pool: Pool, settings: Settings) -> Run:
    async with transaction(pool) as conn:
        return await running(conn, settings, "Where is my order?")


async def meanwhile(pool: Pool, first: Callable[[Connection], Awaitable[object]]) -> Erased:
    """Erase while another transaction is open that did something; it commits when both have met."""
    async with transaction(pool) as conn:
        await first(conn)
        erasing = asyncio.create_task(erased(pool))
        await until_somebody_waits(pool, conn)
        assert not erasing.done()
    return await erasing


async def test_a_message_that_is_being_stored_goes_too(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    run = await under_way(pool, settings)
    told = await meanwhile(
        pool,
        lambda conn: write(conn, settings, "One more thing.", ticket_id=run.ticket_id, idempotency_key="k"),
    )
    assert (told.rows["message"], told.rows["run"], told.rows["idempotency"]) == (2, 2, 1)
    assert found(database_url, [ADA, "One more thing"]) == {}


async def test_a_ticket_that_is_being_opened_goes_too(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    await under_way(pool, settings)
    told = await meanwhile(pool, lambda conn: write(conn, settings, "Another matter."))
    assert told.rows["ticket"] == 2
    assert found(database_url, [ADA, "Another matter"]) == {}


async def test_a_write_of_a_run_that_is_under_way_ends_first_and_the_next_is_refused(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    run = await under_way(pool, settings)

    async def claimed(conn: Connection) -> None:
        await check_fence(conn, run.lane, 1)
        await claim(
            conn,
            run_id=run.id,
            ticket_id=run.ticket_id,
            key="k",
            action="refund",
            arguments=canonical({"to": ADA}),
            fence=1,
        )

    told = await meanwhile(pool, claimed)
    assert told.rows["effect"] == 1
    assert "1 call(s) were under way" in told.kept[0]
    assert found(database_url, [ADA]) == {}
    async with transaction(pool) as conn:
        with pytest.raises(TakenOver):
            await check_fence(conn, run.lane, 1)
        assert await renew(conn, "w", 60) == set()
        assert await take_lane(conn, run.lane, "another", 60) is None, "nobody works it any more"


async def test_a_ruling_that_is_under_way_ends_first(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    async with transaction(pool) as conn:
        approval = await asked(conn, await running(conn, settings))
    told = await meanwhile(
        pool,
        lambda conn: conn.execute("update approval set note = 'marmalade' where id = %s", (approval.id,)),
    )
    assert told.rows["approval"] == 1
    assert found(database_url, ["marmalade"]) == {}


@pytest.mark.parametrize("door", ["message", "question", "ruling"])
async def test_whoever_comes_while_a_customer_is_erased_finds_nothing(
    pool: Pool, settings: Settings, database_url: str, door: str
) -> None:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        approval = await asked(conn, run)
        ticket = run.ticket_id or 0
        if door == "question":
            await ask(conn, ticket_id=ticket, text="Why?", by="lea", models=MODELS, settings=settings)

    async def come() -> None:
        if door == "ruling":
            await rule(pool, approval.id, Ruling(approve=True), by="lea", checks=CHECKS)
            return
        async with transaction(pool) as conn:
            if door == "message":
                await write(conn, settings, "Too late.", ticket_id=ticket)
            else:
                await ask(
                    conn, ticket_id=ticket, text="Too late?", by="lea", models=MODELS, settings=settings
                )

    await _refused_meanwhile(pool, come)
    assert found(database_url, [ADA, "Too late"]) == {}


@pytest.mark.parametrize("door", ["note", "reply", "words back", "taking"])
async def test_what_a_person_does_while_the_customer_is_erased_finds_nothing(
    pool: Pool, settings: Settings, database_url: str, door: str
) -> None:
    run = await under_way(pool, settings)
    ticket = run.ticket_id or 0
    async with transaction(pool) as conn:
        await set_handling(conn, ticket, "needs_human", "It is odd.", key="h")

    async def come() -> None:
        match door:
            case "note":
                await note(pool, ticket, "Too late.", by="lea", settings=settings)
            case "reply":
                await say(pool, settings, run, "Too late.")
            case "words back":
                await give_back(pool, settings, run, "Too late.")
            case _:
                await take(pool, ticket, by="lea")

    await _refused_meanwhile(pool, come)
    assert found(database_url, [ADA, "Too late"]) == {}


async def _refused_meanwhile(pool: Pool, come: Callable[[], Coroutine[object, object, None]]) -> None:
    async with transaction(pool) as blocker:
        # The erasing transaction has all its locks and waits with its last table.
        await blocker.execute("lock table customer in share row exclusive mode")
        erasing = asyncio.create_task(erased(pool))
        await until_somebody_waits(pool, blocker)
        coming = asyncio.create_task(come())
        await _waiting(pool, 2)
    await erasing
    with pytest.raises(NotFound):
        await coming


async def _waiting(pool: Pool, transactions: int) -> None:
    async with asyncio.timeout(20):
        while True:
            async with transaction(pool) as conn:
                if transactions <= await value(
                    conn,
                    "select count(*) from pg_stat_activity "
                    "where wait_event_type = 'Lock' and datname = current_database()",
                ):
                    return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("who", ["eve@example.com", 4711, -1, 2**70])
async def test_whoever_is_not_there_is_not_found(pool: Pool, who: int | str) -> None:
    with pytest.raises(NotFound):
        await erased(pool, who)


async def test_what_is_no_address_is_said_to_be_none(pool: Pool) -> None:
    with pytest.raises(BadAddress):
        await erased(pool, "nobody")


async def test_an_erased_customer_may_begin_anew(pool: Pool, settings: Settings) -> None:
    await under_way(pool, settings)
    await erased(pool)
    async with transaction(pool) as conn:
        sent = await write(conn, settings, "Hello.")
        assert (await get_ticket(conn, sent.ticket_id)).customer == ADA


async def test_the_keys_of_a_longer_address_are_not_theirs(pool: Pool, settings: Settings) -> None:
    async with transaction(pool) as conn:
        await write(conn, settings, idempotency_key="k")
        await write(conn, settings, sender=f"{ADA}.org", idempotency_key="k")
    assert (await erased(pool)).rows["idempotency"] == 1
    async with transaction(pool) as conn:
        assert await value(conn, "select key from idempotency") == f"{ADA}.org k"


async def test_the_demo_forgets_a_customer_and_does_not_bring_them_back(
    pool: Pool, settings: Settings, database_url: str
) -> None:
    async with transaction(pool) as conn:
        await apply_schema(conn)
        await conn.execute(
            "insert into demo.done (key, tool, said) values ('run:1', 'refund', 'Order BC-1002 ...')"
        )
        await conn.execute(
            "insert into demo.done (key, tool, said, email) values ('run:2', 'x', 'To 1 New Lane', %s)",
            (TOM,),
        )
    book = sizes(database_url)
    told = await erased(pool, TOM, PACK)
    assert told.packs["demo"] == {
        "demo.done": 2,
        "demo.refund": 0,
        "demo.item": 4,
        "demo.orders": 3,
        "demo.customer": 1,
    }, "they never wrote, and are in the order book all the same"
    async with transaction(pool) as conn:
        await apply_schema(conn)
    assert found(database_url, [TOM, "BC-1002", "27 Canal Street", "New Lane"]) == {}
    assert sizes(database_url)["demo.orders"] == book["demo.orders"] - 3


async def test_a_pack_that_cannot_be_asked_is_named(pool: Pool, settings: Settings) -> None:
    async def tables(conn: Connection) -> None:
        """Make none."""

    await under_way(pool, settings)
    told = await erased(pool, ADA, Pack("plain"), Pack("ledger", migrate=tables))
    assert [kept.split()[:3] for kept in told.kept] == [["The", "pack", "ledger"]]


async def test_a_pack_that_fails_keeps_everything(pool: Pool, settings: Settings, database_url: str) -> None:
    async def fail(conn: Connection, email: str) -> dict[str, int]:
        raise ConnectionError("the order system is away")

    await under_way(pool, settings)
    before = sizes(database_url)
    with pytest.raises(ConnectionError):
        await erased(pool, ADA, Pack("shop", erase=fail))
    assert sizes(database_url) == before
