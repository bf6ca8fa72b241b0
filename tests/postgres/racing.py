"""Several connections at once, and waiting until one of them waits for another's lock."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from deskgraph.database import Connection, Pool, transaction

T = TypeVar("T")
Work = Callable[[Connection], Awaitable[T]]


async def race(pool: Pool, works: Sequence[Work[T]]) -> list[T | BaseException]:
    """Every piece of work in a transaction of its own, begun at the same moment; what each gave or raised."""
    barrier = asyncio.Barrier(len(works))

    async def run(work: Work[T]) -> T:
        async with transaction(pool) as conn:
            await barrier.wait()
            return await work(conn)

    return list(await asyncio.gather(*(run(work) for work in works), return_exceptions=True))


async def in_transaction(pool: Pool, work: Work[T]) -> T:
    """One piece of work, committed."""
    async with transaction(pool) as conn:
        return await work(conn)


async def until_somebody_waits(pool: Pool, holder: Connection) -> None:
    """Come back when another connection waits for a lock that this one holds. Somebody else looks: within a
    transaction the server's list of who waits is read once and kept."""
    async with asyncio.timeout(20), pool.connection() as watcher:
        waiting = "select 1 from pg_stat_activity where %s = any(pg_blocking_pids(pid))"
        while not await (await watcher.execute(waiting, [holder.info.backend_pid])).fetchone():
            pass


async def until_so_many_wait(pool: Pool, number: int) -> None:
    """Come back when so many connections to this database wait for a lock of another."""
    async with asyncio.timeout(20), pool.connection() as watcher:
        counted = (
            "select count(*) as waiting from pg_stat_activity "
            "where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0"
        )
        while (await (await watcher.execute(counted)).fetchall())[0]["waiting"] < number:
            pass
