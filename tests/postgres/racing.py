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


async def until_somebody_waits(conn: Connection) -> None:
    """Come back when another connection of this database waits for a lock that this one holds."""
    async with asyncio.timeout(20):
        while True:
            cursor = await conn.execute(
                "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
            )
            if await cursor.fetchone():
                return
