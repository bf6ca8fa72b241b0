"""The library: articles are added to it and passages are found in it."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from psycopg.rows import class_row

from deskgraph import database
from deskgraph.database import Connection, Pool
from deskgraph.errors import BadArticle, ModelAway
from deskgraph.knowledge.articles import Article, read_article
from deskgraph.knowledge.embedding import Space, literal
from deskgraph.knowledge.files import find_articles
from deskgraph.knowledge.passages import AddReport, Broken, Flagged, Passage, Progress, Screen, Visibility
from deskgraph.knowledge.store import QUERIES, count_articles, drop_missing, put_article
from deskgraph.models import Embedder
from deskgraph.runs import Audience
from deskgraph.settings import Settings
from deskgraph.telemetry import log

Mode = Literal["hybrid", "lexical"]


@dataclass(frozen=True)
class _Stored:
    """What was stored of some articles, while it is counted."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[Broken] = field(default_factory=list)
    flagged: list[Flagged] = field(default_factory=list)


class Library:
    """Adds articles and searches them.

    In a database without pgvector search goes by words alone, and `mode` says so. `screen` looks every
    passage over as it is added; what it finds is stored with the passage.
    """

    def __init__(
        self, pool: Pool, embedder: Embedder, settings: Settings, space: Space | None, screen: Screen | None
    ) -> None:
        self._pool = pool
        self._embedder = embedder
        self._settings = settings
        self._space = space
        self._screen = screen
        self._filled = False
        self._filling = asyncio.Lock()

    @classmethod
    async def open(
        cls, pool: Pool, embedder: Embedder, settings: Settings, *, screen: Screen | None = None
    ) -> "Library":
        """A library over this database; makes the table of the embedder's vectors where pgvector is there."""
        async with database.transaction(pool) as conn:
            if not await database.has_vector(conn):
                return cls(pool, embedder, settings, None, screen)
        await embedder.open()
        space = Space(embedder)
        async with database.transaction(pool) as conn:
            await space.create(conn)
        return cls(pool, embedder, settings, space, screen)

    @property
    def mode(self) -> Mode:
        """How `search` works here."""
        return "hybrid" if self._space else "lexical"

    async def fill(self, progress: Progress | None = None) -> int:
        """Embed the passages that have no vector of this model, whoever added them; how many."""
        if self._space is None:
            return 0
        async with self._filling:
            filled = await self._space.fill(self._pool, self._settings.embedding_batch, progress)
            self._filled = True
        return filled

    async def add(
        self,
        paths: Iterable[Path],
        *,
        visibility: Visibility = "customer",
        language: str = "english",
        origin: str | None = None,
        progress: Progress | None = None,
    ) -> AddReport:
        """Add Markdown files, and those below folders.

        What did not change is left alone, what is gone from a folder is removed, what cannot be read is
        reported; the rest goes in. `origin` names the sources of articles that are installed anywhere.
        """
        found = find_articles(paths, visibility, language, origin)
        stored = await self._store(found.articles)
        removed = 0
        async with database.transaction(self._pool) as conn:
            for folder in found.folders:
                removed += await drop_missing(conn, folder, found.sources)
        embedded = await self.fill(progress)
        return _report(stored, removed, embedded, found.broken)

    async def add_articles(
        self, articles: Iterable[Article], *, progress: Progress | None = None
    ) -> AddReport:
        """Add articles that are no files; nothing is removed."""
        return _report(await self._store(articles), 0, await self.fill(progress))

    async def add_text(
        self,
        source: str,
        title: str,
        body: str,
        *,
        visibility: Visibility = "customer",
        language: str = "english",
    ) -> AddReport:
        """Add one article by its text. Raises BadArticle when it cannot be added."""
        report = await self.add_articles([Article(source, body, title, visibility, language)])
        for broken in report.broken:
            raise BadArticle(f"The article {broken.source} was not added: {broken.why}")
        return report

    async def search(self, query: str, *, audience: Audience, k: int | None = None) -> list[Passage]:
        """The best passages for a query, best first, at most `k`; none when it is not in here.

        Passages of the team's articles are found for the audience "team" only.
        """
        if not (query := query.replace("\x00", " ").strip()):
            return []
        vector = await self._embed(query)
        values: dict[str, Any] = {
            "query": query,
            "visible": ["customer", "team"] if audience == "team" else ["customer"],
            "k": k or self._settings.passages,
            "candidates": self._settings.search_candidates,
            "per_article": self._settings.passages_of_article,
            "lexical_threshold": self._settings.lexical_threshold,
        }
        if self._space is None or vector is None:
            async with database.transaction(self._pool) as conn:
                return await database.many(conn, QUERIES["search_lexical"], Passage, **values)
        return await self._hybrid(self._space, {**values, "vector": vector})

    async def articles(self, conn: Connection) -> int:
        """How many articles there are, the team's included."""
        return await count_articles(conn)

    async def _embed(self, query: str) -> str | None:
        """The query's vector, as pgvector reads it. None in a database without pgvector, and while the embedding model
        is away: words alone find most of it."""
        if self._space is None:
            return None
        try:
            if not self._filled:
                await self.fill()
            return literal((await self._embedder.embed([query]))[0].tolist())
        except ModelAway:
            log("embedding model away", model=self._embedder.name)
            return None

    async def _hybrid(self, space: Space, values: Mapping[str, Any]) -> list[Passage]:
        weights = {
            "lexical_weight": self._settings.lexical_weight,
            "threshold": self._settings.search_threshold,
        }
        async with (
            database.transaction(self._pool) as conn,
            conn.cursor(row_factory=class_row(Passage)) as cursor,
        ):
            await conn.execute(QUERIES["widen_scan"], {"candidates": values["candidates"]})
            await cursor.execute(space.query("search_hybrid"), {**values, **weights})
            return await cursor.fetchall()

    async def _store(self, articles: Iterable[Article]) -> _Stored:
        stored = _Stored()
        for article in articles:
            try:
                read = read_article(article, self._settings.passage_characters)
                async with database.transaction(self._pool) as conn:
                    kept = await put_article(conn, read, self._screen)
            except BadArticle as error:
                stored.broken.append(Broken(article.source, error.message))
                continue
            stored.counts[kept.stored] += 1
            if kept.flagged:
                stored.flagged.append(kept.flagged)
        return stored


def _report(stored: _Stored, removed: int, embedded: int, unread: Sequence[Broken] = ()) -> AddReport:
    return AddReport(
        added=stored.counts["added"],
        changed=stored.counts["changed"],
        unchanged=stored.counts["unchanged"],
        removed=removed,
        embedded=embedded,
        broken=(*unread, *stored.broken),
        flagged=tuple(stored.flagged),
    )
