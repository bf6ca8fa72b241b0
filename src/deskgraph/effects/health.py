"""What an operator asks of effects and approvals: what waits for a person."""

from deskgraph.database import Connection, load, value

QUERIES = load(__file__)


async def unknown_effects(conn: Connection) -> int:
    """How many effects there are of which nobody knows the outcome."""
    return int(await value(conn, QUERIES["unknown_effects"]))


async def longest_wait(conn: Connection) -> float | None:
    """Seconds for which the oldest question has waited for a person; None when none waits."""
    waited = await value(conn, QUERIES["longest_wait"])
    return None if waited is None else float(waited)
