"""How sessions that are over and old tries go."""

from deskgraph.accounts.people import QUERIES
from deskgraph.database import Connection, value


async def prune_sessions(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete sessions that ended more than so many seconds ago; how many. `dry` counts only."""
    return int(await value(conn, QUERIES["prune_sessions"], seconds=seconds, limit=limit, dry=dry))


async def prune_tries(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete tries older than so many seconds; how many. `dry` counts only."""
    return int(await value(conn, QUERIES["prune_tries"], seconds=seconds, limit=limit, dry=dry))
