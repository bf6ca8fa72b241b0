"""How approvals and effects go: settled ones by age, and all of them with their runs."""

from collections.abc import Sequence

from deskgraph import database
from deskgraph.database import Connection, load, value

QUERIES = load(__file__)


async def prune_effects(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete effects that were settled so many seconds ago and whose run is finished, with the questions that were
    asked about them; how many. `dry` counts them only."""
    return int(await value(conn, QUERIES["prune_effects"], seconds=seconds, limit=limit, dry=dry))


async def open_effects(conn: Connection, runs: Sequence[int], tickets: Sequence[int]) -> int:
    """How many of their effects are under way, or of an outcome that nobody knows."""
    return int(await value(conn, QUERIES["open_effects"], runs=list(runs), tickets=list(tickets)))


async def forget_effects(conn: Connection, runs: Sequence[int], tickets: Sequence[int]) -> dict[str, int]:
    """Delete the approvals and effects of these runs and tickets: rows a table."""
    of = {"runs": list(runs), "tickets": list(tickets)}
    return {
        "approval": await database.run(conn, QUERIES["forget_approvals"], **of),
        "effect": await database.run(conn, QUERIES["forget_effects"], **of),
    }
