"""An article before it is stored: read from Markdown with front matter, checked, and given a hash."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deskgraph.errors import BadArticle
from deskgraph.knowledge.markdown import sections
from deskgraph.knowledge.passages import Visibility
from deskgraph.knowledge.splitting import Piece, pieces

_FENCE = "---"
# Raised when the way an article is split changes, so that adding it again splits it again.
_SPLIT = 1


@dataclass(frozen=True)
class Article:
    """One article. `source` is its name for good: adding another text under it changes the article.

    `title` may be empty: then the front matter, the first heading or the source's file name gives it.
    """

    source: str
    body: str
    title: str = ""
    visibility: Visibility = "customer"
    language: str = "english"


@dataclass(frozen=True)
class Read:
    """An article with its front matter applied and its text split."""

    source: str
    title: str
    visibility: Visibility
    language: str
    content_hash: str
    pieces: tuple[Piece, ...]


class FrontMatter(BaseModel):
    """What an article may say of itself between two lines of `---`; other keys are other programs'."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title: str = ""
    visibility: Visibility = "customer"
    language: str | None = Field(default=None, pattern=r"^[a-z_]+$")


def read_article(article: Article, limit: int) -> Read:
    """Apply the front matter and split into passages of at most `limit` characters.

    "team" wins, whichever of caller and front matter says it. Raises BadArticle: no text, or front
    matter that cannot be read.
    """
    matter, body = _front_matter(article.body.replace("\x00", ""))
    heading, parts = sections(body)
    found = tuple(pieces(parts, limit))
    if not found:
        raise BadArticle("the article has no text.")
    visibility: Visibility = "team" if "team" in (article.visibility, matter.visibility) else "customer"
    title = article.title or matter.title or heading or PurePosixPath(article.source).stem
    language = matter.language or article.language
    content_hash = _hash(title, visibility, language, body, limit)
    return Read(article.source, title, visibility, language, content_hash, found)


def decode(content: bytes) -> str:
    """The text of an article's file. Raises BadArticle when it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadArticle(f"it is not UTF-8 (byte {error.start}).") from error


def _hash(*parts: str | int) -> str:
    return hashlib.sha256(json.dumps([_SPLIT, *parts]).encode()).hexdigest()


def _front_matter(text: str) -> tuple[FrontMatter, str]:
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != _FENCE or _FENCE not in (line.rstrip() for line in lines[1:]):
        return FrontMatter(), text
    end = next(number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE)
    try:
        found: Any = yaml.safe_load("\n".join(lines[1:end])) or {}
        return FrontMatter.model_validate(found), "\n".join(lines[end + 1 :])
    except (yaml.YAMLError, ValidationError) as error:
        raise BadArticle(f"its front matter cannot be read: {_first_line(error)}.") from error


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return str(error).splitlines()[0]
