"""Paths to articles: which files are meant, what each is called, and those that cannot be read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deskgraph.errors import BadArticle
from deskgraph.knowledge.articles import Article, decode
from deskgraph.knowledge.passages import Broken, Visibility

SUFFIXES = frozenset({".md", ".markdown"})


@dataclass
class Found:
    """The articles below some paths.

    `folders` are prefixes of sources: what is stored below one and is not in `sources` was removed on disk.
    """

    articles: list[Article] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)


def find_articles(paths: Iterable[Path], visibility: Visibility, language: str, origin: str | None) -> Found:
    """Read the files, and the Markdown files below the folders; hidden ones are left out.

    A source is the file's absolute path. With an `origin` it is "origin/path below the folder" instead, for
    articles that are the same wherever they are installed.
    """
    found = Found()
    for path in paths:
        root = path.resolve()
        prefix = origin or root.as_posix()
        if root.is_dir():
            found.folders.append(prefix + "/")
            for file in _below(root):
                _read(file, f"{prefix}/{file.relative_to(root).as_posix()}", visibility, language, found)
        else:
            _read(root, f"{origin}/{root.name}" if origin else prefix, visibility, language, found)
    return found


def _below(root: Path) -> Iterator[Path]:
    for file in sorted(root.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
        if file.suffix.lower() in SUFFIXES and not hidden and not file.is_dir():
            yield file


def _read(file: Path, source: str, visibility: Visibility, language: str, found: Found) -> None:
    if source in found.sources:
        return
    found.sources.append(source)
    try:
        body = decode(file.read_bytes())
    except OSError as error:
        found.broken.append(Broken(source, f"it cannot be read: {error.strerror or error}."))
        return
    except BadArticle as error:
        found.broken.append(Broken(source, error.message))
        return
    found.articles.append(Article(source, body, visibility=visibility, language=language))
