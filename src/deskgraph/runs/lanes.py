"""A lane's lease and fence: one worker at a time, and a token that proves it still holds the lane."""

from datetime import datetime

from deskgraph.database import Connection, load, run, value
from deskgraph.errors import TakenOver

QUERIES = load(__file__)


async def take_lane(conn: Connection, lane: str, worker: str, seconds: float) -> int | None:
    """Take the lane's lease; gives the new fence token, or None while another's lease lives or there is no such lane.

    A worker may take again what is its own: after the database was away it goes on where it stood, under a new fence.
    """
    fence: int | None = await value(conn, QUERIES["take_lane"], lane=lane, worker=worker, seconds=seconds)
    return fence


async def renew(conn: Connection, worker: str, seconds: float) -> set[tuple[str, int]]:
    """Hold all leases of a worker for so many seconds more; gives the lanes it still holds, each with its fence. A late
    heartbeat loses nothing as long as nobody took the lane."""
    rows = await (await conn.execute(QUERIES["renew"], {"worker": worker, "seconds": seconds})).fetchall()
    return {(row["lane"], row["fence"]) for row in rows}


async def leave_lane(conn: Connection, lane: str, worker: str, fence: int) -> bool:
    """Give the lease back, if it is still ours; a run left in its middle is interrupted. Says whether the lane has work
    that a worker could go on with now."""
    return bool(await value(conn, QUERIES["leave_lane"], lane=lane, worker=worker, fence=fence))


async def stranded(conn: Connection) -> list[str]:
    """Lanes that nobody works though they could go on: their worker died, or their wake-up was lost. None while another
    process looks."""
    if not await value(conn, QUERIES["alone_in_sweeping"]):
        return []
    rows = await (await conn.execute(QUERIES["stranded"])).fetchall()
    return [row["lane"] for row in rows]


async def hold_lane(conn: Connection, lane: str) -> None:
    """Make the lane if need be, and be alone in adding to it until the transaction ends. No run of the lane writes
    meanwhile; whoever holds a lane and more takes the lane first."""
    await run(conn, QUERIES["make_lane"], lane=lane)
    while not await run(conn, QUERIES["lock_lane"], lane=lane):
        # It was there, and was erased while we waited for it.
        await run(conn, QUERIES["make_lane"], lane=lane)


async def held_leases(conn: Connection) -> dict[str, datetime]:
    """The lanes of running runs whose lease lives, and until when. One that is not renewed is a dead worker's."""
    rows = await (await conn.execute(QUERIES["held_leases"])).fetchall()
    return {row["lane"]: row["until"] for row in rows}


async def check_fence(conn: Connection, lane: str, fence: int) -> None:
    """Raises `TakenOver` under an old token. The row is locked for share, so that a take-over waits for the write
    that this check protects."""
    if await value(conn, QUERIES["fence"], lane=lane) != fence:
        raise TakenOver(f"Another worker holds lane {lane} by now; nothing was written.")


async def has_work(conn: Connection, lane: str) -> bool:
    """Whether a worker could go on in this lane now: its oldest unfinished run is queued or interrupted, or every
    question it waits for has been answered."""
    return bool(await value(conn, QUERIES["has_work"], lane=lane))


async def worker_seen(conn: Connection, name: str) -> None:
    """A worker is alive."""
    await run(conn, QUERIES["worker_seen"], name=name)


async def worker_gone(conn: Connection, name: str) -> None:
    """A worker ended in good order."""
    await run(conn, QUERIES["worker_gone"], name=name)


async def worker_alive(conn: Connection, seconds: float) -> bool:
    """Whether any worker was seen within so many seconds: those after which its lease would be free."""
    return bool(await value(conn, QUERIES["worker_alive"], seconds=seconds))
