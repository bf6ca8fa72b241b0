"""The words of the room: what a search returns and what an addition reports."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from deskgraph.guardrails import Finding

Visibility = Literal["customer", "team"]

# Told after each batch of embeddings: how many passages are done, and of how many.
Progress = Callable[[int, int], None]
# Looks a passage over while it is added; what it finds is stored beside the passage and stops nothing.
Screen = Callable[[str], Sequence[Finding]]


class Passage(BaseModel):
    """A piece of an article that answers can cite by `id`.

    `heading` is the path of headings below the title, empty where there is none. `score` is at most 1 and
    compares passages of one search only. `findings` are what the screen saw in it when it was added.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    id: int
    article_id: int
    source: str
    title: str
    heading: str
    text: str
    score: float
    findings: tuple[Finding, ...] = ()


class Broken(NamedTuple):
    """An article that could not be added: its source, and why in one sentence."""

    source: str
    why: str


class Flagged(NamedTuple):
    """An article some of whose passages have findings: how many, and of which kinds."""

    source: str
    passages: int
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class AddReport:
    """How many articles were added, changed, left as they were and removed, and those that could not be read.

    `embedded` counts passages that got a vector, those of earlier additions that had none included. `flagged`
    names articles in which the screen found something; they are in all the same.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    embedded: int = 0
    broken: tuple[Broken, ...] = ()
    flagged: tuple[Flagged, ...] = ()
