"""The checkpoints of runs as rows: which are old, and how they go. What they hold only the saver reads."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.database import Connection, load, many

QUERIES = load(__file__)


@dataclass(frozen=True)
class StoredThread:
    """A thread that has checkpoints. `old`: its run finished long ago, or is no more."""

    thread: str
    old: bool


@dataclass(frozen=True)
class CheckpointRows:
    """How many rows of each of the saver's tables."""

    checkpoints: int
    blobs: int
    writes: int

    @property
    def total(self) -> int:
        """Rows of the three tables."""
        return self.checkpoints + self.blobs + self.writes


async def stored_threads(
    conn: Connection, seconds: float, *, after: str = "", limit: int | None = None
) -> list[StoredThread]:
    """Threads in order, behind one; old when their run finished so many seconds ago."""
    return await many(conn, QUERIES["threads"], StoredThread, seconds=seconds, after=after, limit=limit)


async def count_checkpoints(conn: Connection, threads: Sequence[str]) -> CheckpointRows:
    """The rows that these threads have."""
    (rows,) = await many(conn, QUERIES["count_checkpoints"], CheckpointRows, threads=list(threads))
    return rows


async def forget_checkpoints(conn: Connection, threads: Sequence[str]) -> CheckpointRows:
    """Delete all rows of these threads."""
    (rows,) = await many(conn, QUERIES["forget_checkpoints"], CheckpointRows, threads=list(threads))
    return rows
