"""A lane's lease and fence: one worker at a time, and a token that proves it still holds the lane."""

from datetime import datetime

from deskgraph.database import Connection, load, run, value
from deskgraph.errors import TakenOver

QUERIES = load(__file__)


async def take_lane(conn: Connection, lane: str, worker: str, seconds: float) -> int | None:
    """Take the lane's lease; gives the new fence token, or None while another's lease lives or there is no such lane.

    A worker may take again what is its own: after the database was away it goes on where it stood, under a new fence.
    The lease is taken first: a wake-up that finds it held never waits for the writes of the run that holds it.
    """
    if not await run(conn, QUERIES["take_lease"], lane=lane, worker=worker, seconds=seconds):
        return None
    fence: int = await value(conn, QUERIES["raise_fence"], lane=lane)
    return fence


async def renew(conn: Connection, lane: str, worker: str, fence: int, seconds: float) -> bool:
    """Hold the lease for so many seconds more; False when another worker took it. A late heartbeat loses nothing as
    long as nobody did."""
    return await run(conn, QUERIES["renew"], lane=lane, worker=worker, fence=fence, seconds=seconds) == 1


async def release(conn: Connection, lane: str, worker: str, fence: int) -> None:
    """Give the lease back, if it is still ours."""
    await run(conn, QUERIES["release"], lane=lane, worker=worker, fence=fence)


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
