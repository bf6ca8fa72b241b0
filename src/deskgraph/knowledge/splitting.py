"""Sections to passages: pieces small enough to quote, whole enough to understand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskgraph.knowledge.markdown import Section

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")


@dataclass(frozen=True)
class Piece:
    """A passage before it has an id."""

    heading: str
    text: str


def pieces(sections: list[Section], limit: int) -> list[Piece]:
    """Passages of at most `limit` characters.

    A section is never mixed with another; blocks stay whole where they fit, else they are cut at a line or a
    sentence, else at a word.
    """
    return [Piece(section.heading, text) for section in sections for text in _pack(section, limit)]


def _pack(section: Section, limit: int) -> Iterator[str]:
    held = ""
    for block in section.blocks:
        for part in _cut(block, limit):
            if held and len(held) + 2 + len(part) > limit:
                yield held
                held = ""
            held = f"{held}\n\n{part}" if held else part
    if held:
        yield held


def _cut(block: str, limit: int) -> Iterator[str]:
    block = block.strip()
    while len(block) > limit:
        ends = [end.start() for end in _SENTENCE_END.finditer(block, 0, limit)]
        at = ends[-1] if ends and ends[-1] > limit // 4 else block.rfind(" ", 0, limit)
        at = at if at > 0 else limit
        yield block[:at].rstrip()
        block = block[at:].lstrip()
    if block:
        yield block
