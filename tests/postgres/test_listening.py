"""One connection listens for a whole process, and whoever watches a subject is told to look."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from deskgraph.database import Pool, transaction
from deskgraph.events import Announcer, StepSeen, announcing, append, last_number

SUBJECT = "ticket:1001"
LONG = 20.0


@pytest.fixture
async def announcer(database_url: str) -> AsyncIterator[Announcer]:
    async with announcing(database_url) as opened:
        yield opened


async def say(pool: Pool, key: str, subject: str = SUBJECT) -> None:
    async with transaction(pool) as conn:
        await append(conn, subject, StepSeen(node=key), key=key)


async def listeners(pool: Pool) -> list[int]:
    """The processes of the server that listen, or listened last."""
    async with transaction(pool) as conn:
        found = await conn.execute(
            "select pid from pg_stat_activity where datname = current_database() and query = 'listen deskgraph_event'"
        )
        return [row["pid"] for row in await found.fetchall()]


async def test_a_watcher_is_told_to_look_once_the_connection_listens(announcer: Announcer) -> None:
    with announcer.watch(SUBJECT) as watch:
        assert await watch.changed(LONG)


async def test_a_watcher_is_told_of_its_own_subject_only(announcer: Announcer, pool: Pool) -> None:
    with announcer.watch(SUBJECT) as watch, announcer.watch("ticket:7") as other:
        assert await watch.changed(LONG)
        assert await other.changed(LONG)
        await say(pool, "a")
        assert await watch.changed(LONG)
        assert not await other.changed(0)


async def test_all_that_happened_since_is_one_telling(announcer: Announcer, pool: Pool) -> None:
    with announcer.watch(SUBJECT) as watch, announcer.watch("ticket:9") as last:
        assert await watch.changed(LONG)
        assert await last.changed(LONG)
        for number in range(300):
            await say(pool, str(number))
        await say(pool, "the last", "ticket:9")
        assert await last.changed(LONG)
        assert await watch.changed(0)
        assert not await watch.changed(0)


async def test_all_watchers_share_one_connection(announcer: Announcer, pool: Pool) -> None:
    async with contextlib.AsyncExitStack() as stack:
        watches = [stack.enter_context(announcer.watch(f"ticket:{number}")) for number in range(50)]
        assert all(await asyncio.gather(*(watch.changed(LONG) for watch in watches)))
        assert announcer.watching == 50
        assert len(await listeners(pool)) == 1
    assert announcer.watching == 0


async def test_nobody_listens_before_somebody_watches(announcer: Announcer, pool: Pool) -> None:
    assert announcer.watching == 0
    assert await listeners(pool) == []


async def test_a_killed_connection_comes_back_and_everybody_looks(announcer: Announcer, pool: Pool) -> None:
    with announcer.watch(SUBJECT) as watch:
        assert await watch.changed(LONG)
        (before,) = await listeners(pool)
        async with transaction(pool) as conn:
            await conn.execute("select pg_terminate_backend(%s)", (before,))
        assert await watch.changed(LONG)
        (after,) = await listeners(pool)
        assert after != before
        await say(pool, "a")
        assert await watch.changed(LONG)


async def test_what_is_said_while_nobody_listens_is_seen_when_somebody_does(
    announcer: Announcer, pool: Pool
) -> None:
    """Whatever the moment of the kill: after the telling that follows it, everything said before is in the log."""
    with announcer.watch(SUBJECT) as watch:
        assert await watch.changed(LONG)
        for number in range(1, 6):
            (listening,) = await listeners(pool)
            async with transaction(pool) as conn:
                await conn.execute("select pg_terminate_backend(%s)", (listening,))
            await say(pool, str(number))
            seen = 0
            while seen < number or not await listeners(pool):
                assert await watch.changed(LONG) or seen == number
                async with transaction(pool) as conn:
                    seen = await last_number(conn, SUBJECT)


async def test_the_end_is_told_to_those_who_watch_and_those_who_come(announcer: Announcer) -> None:
    with announcer.watch(SUBJECT) as watch:
        announcer.end()
        assert await watch.changed(LONG)
        assert watch.ended
        with announcer.watch(SUBJECT) as late:
            assert await late.changed(LONG)
            assert late.ended


async def test_a_closed_announcer_leaves_no_connection(database_url: str, pool: Pool) -> None:
    async with announcing(database_url) as announcer:
        with announcer.watch(SUBJECT) as watch:
            assert await watch.changed(LONG)
    async with asyncio.timeout(LONG):
        while await listeners(pool):
            pass
