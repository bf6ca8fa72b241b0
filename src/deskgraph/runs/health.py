"""What an operator asks of runs: who works them, and which ones nobody works."""

from deskgraph.database import Connection, load, value

QUERIES = load(__file__)


async def workers_alive(conn: Connection, seconds: float) -> int:
    """How many workers were seen within so many seconds."""
    return int(await value(conn, QUERIES["workers_alive"], seconds=seconds))


async def left_behind(conn: Connection) -> list[int]:
    """Runs in their middle on which no lease is left, a hundred at most: their worker is gone, and no other came."""
    rows = await conn.execute(QUERIES["left_behind"])
    return [row["id"] for row in await rows.fetchall()]
