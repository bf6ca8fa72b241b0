"""What a gate asks a person, and the ruling it gets back when the run resumes.

Both cross the checkpoint as plain JSON values; the ruling is read strictly, so that a wrong one stops the run.
"""

from typing import Any, Literal

from langgraph.types import interrupt
from pydantic import Field

from deskgraph.agents import Told


class Question(Told):
    """One question about one effect. `arguments` is canonical JSON; `about` is what a console draws it from;
    `read_up_to` is the last event that the agent had read; `effect` is the ledger's row that a question of kind
    'outcome' is about."""

    kind: Literal["tool", "reply", "outcome"]
    action: str
    arguments: str = "{}"
    text: str | None = None
    about: dict[str, Any] = Field(default_factory=dict)
    read_up_to: int = 0
    effect: int | None = None


class Ruled(Told):
    """What a person said. `arguments` and `text` are what was approved, byte for byte."""

    approval: int
    verdict: Literal["approve", "reject"]
    arguments: str | None = None
    text: str | None = None
    by: str
    note: str = ""


def put_to_person(question: Question) -> Ruled:
    """Park the run here. The node runs again from its top when it resumes: nothing may happen before this."""
    return Ruled.model_validate(interrupt(question.model_dump(mode="json")))
