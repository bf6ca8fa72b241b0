"""How runs go: what is left of workers by age, and runs with their lanes when they are erased."""

from collections.abc import Sequence

from deskgraph import database
from deskgraph.database import Connection, load, value
from deskgraph.runs.queue import TASK

QUERIES = load(__file__)


async def prune_jobs(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete wake-ups that ended, or whose worker was not seen for so many seconds; how many. `dry` counts only."""
    return int(await value(conn, QUERIES["prune_jobs"], task=TASK, seconds=seconds, limit=limit, dry=dry))


async def prune_workers(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete workers not seen for so many seconds; how many. `dry` counts only."""
    return int(await value(conn, QUERIES["prune_workers"], seconds=seconds, limit=limit, dry=dry))


async def hold_lanes(conn: Connection, lanes: Sequence[str]) -> int:
    """Be alone in these lanes until the transaction ends: no run of theirs writes, and none is added. How many had to
    be made for that. Their leases come after, as for a worker that takes one of them."""
    made = await database.run(conn, QUERIES["make_lanes"], lanes=list(lanes))
    await database.run(conn, QUERIES["lock_lanes"], lanes=list(lanes))
    await database.run(conn, QUERIES["lock_leases"], lanes=list(lanes))
    return made


async def runs_of(conn: Connection, tickets: Sequence[int]) -> list[int]:
    """The runs of these tickets."""
    rows = await conn.execute(QUERIES["runs_of_tickets"], {"tickets": list(tickets)})
    return [row["id"] for row in await rows.fetchall()]


async def lock_runs(conn: Connection, runs: Sequence[int]) -> None:
    """Have nobody move these runs until the transaction ends."""
    await database.run(conn, QUERIES["lock_runs"], runs=list(runs))


async def forget_runs(conn: Connection, runs: Sequence[int], tickets: Sequence[int]) -> dict[str, int]:
    """Delete runs with their steps and what they cost: rows a table. Their messages have gone before."""
    return {
        "step": await database.run(conn, QUERIES["forget_steps"], runs=list(runs)),
        "spend": await database.run(conn, QUERIES["forget_spend"], runs=list(runs), tickets=list(tickets)),
        "run": await database.run(conn, QUERIES["forget_runs"], runs=list(runs)),
    }


async def forget_lanes(conn: Connection, lanes: Sequence[str]) -> dict[str, int]:
    """Delete lanes with their leases and wake-ups: rows a table. Without its lane, whoever still works a run of it can
    write nothing any more: `TakenOver`."""
    return {
        "lease": await database.run(conn, QUERIES["forget_leases"], lanes=list(lanes)),
        "lane": await database.run(conn, QUERIES["forget_lanes"], lanes=list(lanes)),
        "procrastinate_jobs": await database.run(conn, QUERIES["forget_jobs"], task=TASK, lanes=list(lanes)),
    }
