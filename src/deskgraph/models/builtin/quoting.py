"""The passages that answer a question, and the lines of them to quote."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Passage
from deskgraph.models.builtin.words import content

ANSWERS = (
    0.5  # relevance from which a passage answers: 8 of 10 bank questions on a bank's articles, 1 in 14 others
)
NEAR = 0.04  # a second passage this close to the best is quoted as well
COMPARED = 3  # passages that are read closely: the search put the best first
QUOTE = 700  # characters of one quote; a longer passage is quoted where it answers
_BLOCK = 320  # characters of one block that is compared with the question
_READ = 400  # characters of a block that are embedded, title and heading among them
_HEADING = re.compile(r"^#{1,6}\s.*$")
WORDS = 0.1  # weight of shared words beside the cosine: names that the encoder does not know


@dataclass(frozen=True)
class Quote:
    """Lines of a passage, as they stand there."""

    passage: Passage
    text: str
    relevance: float


async def quotes(questions: Sequence[str], passages: Sequence[Passage], mind: Mind) -> list[Quote]:
    """The best passage's lines and, if it is as good, another's; none when no passage answers.

    `questions`: wordings of one question; the one that finds most counts.
    """
    read = [(passage, _blocks(passage.text)) for passage in passages[:COMPARED]]
    texts = [_told(passage, block)[:_READ] for passage, blocks in read for block in blocks]
    asked = [question for question in questions if question.strip()]
    if not texts or not asked:
        return []
    vectors = await mind.embed([*asked, *texts])
    cosines = vectors[len(asked) :] @ vectors[: len(asked)].T
    shared = np.array([[_shared(content(question), text) for question in asked] for text in texts])
    scores = iter((cosines + WORDS * shared).max(axis=1).tolist())
    found = [_quote(passage, blocks, [next(scores) for _ in blocks]) for passage, blocks in read if blocks]
    found.sort(key=lambda quote: -quote.relevance)
    return [quote for quote in found[:2] if quote.relevance >= max(ANSWERS, found[0].relevance - NEAR)]


def _quote(passage: Passage, blocks: list[str], scores: list[float]) -> Quote:
    return Quote(passage, _lines(blocks, scores), max(scores))


def _told(passage: Passage, block: str) -> str:
    """A block under what it stands in: its own words often leave out what the title says."""
    return "\n".join(part for part in (passage.title, passage.heading, block) if part)


def _shared(asked: set[str], text: str) -> float:
    return len(asked & content(text)) / len(asked) if asked else 0.0


def _blocks(text: str) -> list[str]:
    """Paragraphs and runs of list items, in order, each about a screen line or four; headings go."""
    lines = [line for line in text.splitlines() if not _HEADING.match(line)]
    blocks: list[str] = []
    held: list[str] = []
    for line in [*lines, ""]:
        full = held and len("\n".join(held)) + len(line) > _BLOCK
        if held and (full or (not line.strip() and not held[-1].rstrip().endswith(":"))):
            blocks.append("\n".join(held).strip())
            held = []
        if line.strip() or held:
            held.append(line)
    return [block for block in blocks if block]


def _lines(blocks: list[str], scores: list[float]) -> str:
    """The best block with its neighbours, as many as fit a quote; the whole passage where it is short."""
    whole = "\n\n".join(blocks)
    if len(whole) <= QUOTE:
        return whole
    first = last = scores.index(max(scores))
    while True:
        room = QUOTE - len("\n\n".join(blocks[first : last + 1]))
        after = last + 1 < len(blocks) and len(blocks[last + 1]) + 2 <= room
        before = first > 0 and len(blocks[first - 1]) + 2 <= room
        if not after and not before:
            return "\n\n".join(blocks[first : last + 1])
        if after and (not before or scores[last + 1] >= scores[first - 1]):
            last += 1
        else:
            first -= 1
