"""The vectors of one embedding model: a table made at run time and filled with what is missing.

The table's name holds the model and the size, so two models live side by side and a change of the setting
only means that another table is filled. A name cannot be a parameter: psycopg's `sql.Identifier` quotes it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from psycopg import sql
from psycopg.rows import class_row

from deskgraph import database
from deskgraph.database import Connection, Pool
from deskgraph.knowledge.passages import Progress
from deskgraph.knowledge.store import QUERIES
from deskgraph.models import Embedder

_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_LONGEST = 40  # PostgreSQL cuts names at 63 bytes; the size and `_nearest` come after


@dataclass(frozen=True)
class _Missing:
    id: int
    title: str
    heading: str
    text: str


class Space:
    """The table of one embedder's vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @cached_property
    def table(self) -> str:
        """`embedding_<model>_<size>`; a long model's name is cut and keeps a piece of its hash."""
        slug = _NOT_A_NAME.sub("_", self._embedder.name.lower()).strip("_")
        if len(slug) > _LONGEST:
            slug = f"{slug[:_LONGEST]}_{hashlib.sha256(self._embedder.name.encode()).hexdigest()[:6]}"
        return f"embedding_{slug}_{self._embedder.size}"

    def query(self, name: str) -> sql.Composed:
        """A query of this folder with the table's name filled in."""
        return sql.SQL(QUERIES[name]).format(
            table=sql.Identifier(self.table),
            index=sql.Identifier(f"{self.table}_nearest"),
            size=sql.Literal(self._embedder.size),
        )

    async def create(self, conn: Connection) -> None:
        """Make table and index if they are not there; safe from several processes at once."""
        await database.run(conn, QUERIES["lock_space"], table=self.table)
        await conn.execute(self.query("create_space"))
        await conn.execute(self.query("index_space"))

    async def fill(self, pool: Pool, batch: int, progress: Progress | None = None) -> int:
        """Embed every passage that has no vector here; how many. No connection waits for the model."""
        async with database.transaction(pool) as conn:
            row = await (await conn.execute(self.query("count_missing"))).fetchone()
        total, done, after = int(row["count"]) if row else 0, 0, 0
        while missing := await self._missing(pool, after, batch):
            vectors = await self._embedder.embed([_embedded_text(passage) for passage in missing])
            numbers = [passage.id for passage in missing]
            async with database.transaction(pool) as conn:
                values = {"ids": numbers, "vectors": [literal(vector.tolist()) for vector in vectors]}
                await conn.execute(self.query("put_vectors"), values)
            done, after = done + len(missing), numbers[-1]
            if progress:
                progress(done, max(total, done))
        return done

    async def _missing(self, pool: Pool, after: int, batch: int) -> list[_Missing]:
        async with database.transaction(pool) as conn, conn.cursor(row_factory=class_row(_Missing)) as cursor:
            await cursor.execute(self.query("missing"), {"after": after, "batch": batch})
            return await cursor.fetchall()


def literal(vector: Sequence[float]) -> str:
    """A vector as pgvector reads it."""
    return "[" + ",".join(f"{number:.7g}" for number in vector) + "]"


def _embedded_text(passage: _Missing) -> str:
    # The title and heading say what a passage is about where its own words do not.
    return "\n".join(part for part in (passage.title, passage.heading, passage.text) if part)
