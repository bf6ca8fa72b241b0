"""How events go: by age, or with their subject."""

from collections.abc import Sequence

from deskgraph import database
from deskgraph.database import Connection, load, value

QUERIES = load(__file__)


async def prune_events(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete events older than so many seconds, the oldest first, and none of a subject with a run that is not
    finished; how many. `dry` counts them only. A subject goes on counting where it was."""
    return int(await value(conn, QUERIES["prune_events"], seconds=seconds, limit=limit, dry=dry))


async def forget_subjects(conn: Connection, subjects: Sequence[str]) -> dict[str, int]:
    """Delete subjects with all their events: rows a table."""
    await database.run(conn, QUERIES["lock_subjects"], subjects=list(subjects))
    return {
        "event": await database.run(conn, QUERIES["forget_events"], subjects=list(subjects)),
        "subject": await database.run(conn, QUERIES["forget_subjects"], subjects=list(subjects)),
    }
