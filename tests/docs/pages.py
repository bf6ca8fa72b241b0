"""The pages of the documentation, and what stands in them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]


def pages() -> list[Path]:
    """Every page a reader may open."""
    return sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


@cache
def tokens(page: Path) -> tuple[Token, ...]:
    return tuple(MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8")))


def links(page: Path) -> Iterator[str]:
    """Where the page's links and pictures lead."""
    for token in tokens(page):
        for child in token.children or []:
            target = child.attrs.get("href") if child.type == "link_open" else child.attrs.get("src")
            if target:
                yield str(target)


def anchors(page: Path) -> set[str]:
    """The names that a heading of the page can be linked by, made as GitHub makes them."""
    found = set()
    for token, inline in zip(tokens(page), tokens(page)[1:], strict=False):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", inline.content.replace("`", "").lower())
            found.add(words.replace(" ", "-"))
    return found


def fences(page: Path, *languages: str) -> Iterator[str]:
    """The code blocks of the page in one of these languages."""
    for token in tokens(page):
        if token.type == "fence" and token.info.strip() in languages:
            yield token.content


def codes(page: Path) -> Iterator[str]:
    """Every piece of inline code."""
    for token in tokens(page):
        for child in token.children or []:
            if child.type == "code_inline":
                yield child.content
