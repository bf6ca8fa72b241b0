"""Rows of articles and passages. Functions take a connection; the caller opens the transaction."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.errors import BadArticle
from deskgraph.knowledge.articles import Read
from deskgraph.knowledge.passages import Screen

QUERIES = database.load(__file__)
Stored = Literal["added", "changed", "unchanged"]


@dataclass(frozen=True)
class _Put:
    id: int
    is_new: bool


async def put_article(conn: Connection, article: Read, screen: Screen | None) -> Stored:
    """Store an article and its passages, unless the same content is there already. Raises BadArticle when the
    database does not know its language."""
    if not await database.value(conn, QUERIES["language_exists"], language=article.language):
        raise BadArticle(f"PostgreSQL has no text search for the language {article.language!r}.")
    put = await database.one(
        conn,
        QUERIES["put_article"],
        _Put,
        source=article.source,
        title=article.title,
        language=article.language,
        visibility=article.visibility,
        content_hash=article.content_hash,
    )
    if put is None:
        return "unchanged"
    await database.run(conn, QUERIES["drop_passages"], article_id=put.id)
    await database.run(
        conn,
        QUERIES["put_passages"],
        article_id=put.id,
        title=article.title,
        language=article.language,
        headings=[piece.heading for piece in article.pieces],
        texts=[piece.text for piece in article.pieces],
        findings=[_findings(screen, f"{piece.heading}\n{piece.text}") for piece in article.pieces],
    )
    return "added" if put.is_new else "changed"


async def drop_missing(conn: Connection, folder: str, sources: Sequence[str]) -> int:
    """Remove the articles whose source begins with `folder` and is not among `sources`; how many."""
    return await database.run(conn, QUERIES["drop_articles_below"], folder=folder, sources=list(sources))


async def count_articles(conn: Connection) -> int:
    """How many articles there are, the team's included."""
    return int(await database.value(conn, QUERIES["count_articles"]))


def _findings(screen: Screen | None, text: str) -> str:
    found = screen(text) if screen else ()
    return json.dumps([finding.model_dump(mode="json") for finding in found])
