"""Rows of articles and passages. Functions take a connection; the caller opens the transaction."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.errors import BadArticle
from deskgraph.guardrails import Finding
from deskgraph.knowledge.articles import Read
from deskgraph.knowledge.passages import Flagged, Screen

QUERIES = database.load(__file__)
Stored = Literal["added", "changed", "unchanged"]


@dataclass(frozen=True)
class _Put:
    id: int
    is_new: bool


@dataclass(frozen=True)
class Kept:
    """What became of an article, and what the screen found in it."""

    stored: Stored
    flagged: Flagged | None


async def put_article(conn: Connection, article: Read, screen: Screen | None) -> Kept:
    """Store an article and its passages; where the same content is there already, what the screen finds in it is
    renewed. Raises BadArticle when the database does not know its language."""
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
    found = [_screened(screen, article, f"{piece.heading}\n{piece.text}") for piece in article.pieces]
    texts = [piece.text for piece in article.pieces]
    findings = [_json(each) for each in found]
    flagged = _flagged(article.source, found)
    if put is None:
        await database.run(
            conn, QUERIES["renew_findings"], source=article.source, texts=texts, findings=findings
        )
        return Kept("unchanged", flagged)
    await database.run(conn, QUERIES["drop_passages"], article_id=put.id)
    await database.run(
        conn,
        QUERIES["put_passages"],
        article_id=put.id,
        title=article.title,
        language=article.language,
        headings=[piece.heading for piece in article.pieces],
        texts=texts,
        findings=findings,
    )
    return Kept("added" if put.is_new else "changed", flagged)


async def drop_missing(conn: Connection, folder: str, sources: Sequence[str]) -> int:
    """Remove the articles whose source begins with `folder` and is not among `sources`; how many."""
    return await database.run(conn, QUERIES["drop_articles_below"], folder=folder, sources=list(sources))


async def count_articles(conn: Connection) -> int:
    """How many articles there are, the team's included."""
    return int(await database.value(conn, QUERIES["count_articles"]))


def _screened(screen: Screen | None, article: Read, text: str) -> Sequence[Finding]:
    """A passage is never shown without its title."""
    return screen(f"{article.title}\n{text}") if screen else ()


def _json(found: Sequence[Finding]) -> str:
    return json.dumps([finding.model_dump(mode="json") for finding in found])


def _flagged(source: str, found: Sequence[Sequence[Finding]]) -> Flagged | None:
    kinds = tuple(sorted({finding.kind for each in found for finding in each}))
    return Flagged(source, sum(bool(each) for each in found), kinds) if kinds else None
