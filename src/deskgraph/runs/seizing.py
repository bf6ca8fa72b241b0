"""Ending what a lane's worker has in its hands: the lane is held with its lease, and then cut off from the worker."""

from deskgraph.database import Connection, load, run, value
from deskgraph.runs.lanes import hold_lane

QUERIES = load(__file__)


async def seize_lane(conn: Connection, lane: str) -> None:
    """Hold a lane with its lease until the transaction ends. The lane comes first, as for a worker that takes it: a
    lease may be missing now and come a moment later, and the two would wait for each other in a circle."""
    await hold_lane(conn, lane)
    await run(conn, QUERIES["lock_lease"], lane=lane)


async def cut_off(conn: Connection, lane: str) -> int:
    """Take a seized lane from whoever works it: under the fence they have they write nothing any more, and the next
    worker need not wait for their lease. Gives the new fence."""
    return int(await value(conn, QUERIES["cut_off"], lane=lane))
