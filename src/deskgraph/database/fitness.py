"""What a database tells of itself: its room, its indexes, its clock, and whether a pooler stands before it."""

import time
from dataclasses import dataclass
from typing import Literal

from deskgraph.database.connecting import connect
from deskgraph.database.named import load
from deskgraph.database.rows import Connection, one, value

QUERIES = load(__file__)
# A pooler gives a client the server that is free: the same for both of two clients, sooner or later.
_ROUNDS = 4


@dataclass(frozen=True)
class Room:
    """Connections that this role may open in all, and those that are open in the whole server."""

    allowed: int
    open: int


async def room(conn: Connection) -> Room:
    """How many connections there may be."""
    found = await one(conn, QUERIES["room"], Room)
    assert found is not None
    return found


async def invalid_indexes(conn: Connection) -> list[str]:
    """Indexes that a build left behind when it failed: they cost writes and are never read."""
    rows = await conn.execute(QUERIES["invalid_indexes"])
    return [row["name"] for row in await rows.fetchall()]


async def clock_skew(conn: Connection) -> float:
    """Seconds by which the database's clock is ahead of this machine's, as far as one question can tell."""
    asked = time.time()
    there = float(await value(conn, QUERIES["clock"]))
    return there - (asked + time.time()) / 2


async def between(url: str) -> Literal["nothing", "sessions", "transactions"]:
    """What stands between us and the server: nothing, or a pooler of sessions or of transactions.

    Two connections are open at once. Two that are the same server process, or one that changes it from statement to
    statement, go through a pooler of transactions. A process that is not the one that was announced when the connection
    was made is behind some pooler; one of transactions that is so busy that it never gave us the same server twice
    would look like one of sessions.
    """
    async with await connect(url) as first, await connect(url) as second:
        seen: tuple[set[int], set[int]] = (set(), set())
        for _ in range(_ROUNDS):
            for conn, processes in zip((first, second), seen, strict=True):
                processes.add(int(await value(conn, QUERIES["backend"])))
        if seen[0] & seen[1] or max(map(len, seen)) > 1:
            return "transactions"
        announced = {first.info.backend_pid, second.info.backend_pid}
        return "nothing" if announced == seen[0] | seen[1] else "sessions"
