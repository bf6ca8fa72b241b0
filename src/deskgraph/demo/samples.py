"""The sample tickets: who writes what, what should become of it, and how the demo rules on it."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from deskgraph.runs import Audience

Shows = Literal[
    "answered",
    "searched_twice",
    "read_only_tool",
    "tool_approved",
    "tool_corrected",
    "tool_rejected",
    "draft_replaced",
    "escalated",
    "flagged",
    "cannot_answer",
    "second_message",
    "team_question",
]
Outcome = Literal["answered", "acted", "escalated", "rejected", "no_answer"]
Verdict = Literal["approve", "correct", "reject", "replace"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SampleRuling(_Data):
    """How the demo rules on one approval.

    `correct` brings `arguments` that replace those of the same names, `replace` brings the `text` that is
    sent instead, `reject` says why in `note`.
    """

    verdict: Verdict
    arguments: dict[str, JsonValue] = {}
    text: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _complete(self) -> "SampleRuling":
        needed = {"correct": self.arguments, "replace": self.text, "reject": self.note}
        if not needed.get(self.verdict, True):
            raise ValueError(f"a ruling `{self.verdict}` says what it changes, or why")
        return self


class Expected(_Data):
    """What should become of a sample: the outcome, the tool it reaches, an article that the answer cites."""

    outcome: Outcome
    tool: str | None = None
    cites: str | None = None
    searches: int = Field(0, ge=0, le=2)


class Sample(_Data):
    """One message. `follows` names the sample whose ticket it goes on, or that the team asks about.

    `rulings` are given in order, one for each approval the run asks for; a run that asks more waits.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    shows: tuple[Shows, ...] = Field(min_length=1)
    sender: str
    subject: str = ""
    text: str = Field(min_length=1)
    lane: Audience = "customer"
    follows: str | None = None
    expect: Expected
    rulings: tuple[SampleRuling, ...] = ()


class Samples(_Data):
    """All of them, in the order they are worked."""

    tickets: tuple[Sample, ...]

    @model_validator(mode="after")
    def _linked(self) -> "Samples":
        seen: set[str] = set()
        for sample in self.tickets:
            if sample.name in seen:
                raise ValueError(f"two samples are named {sample.name}")
            if sample.follows is not None and sample.follows not in seen:
                raise ValueError(f"{sample.name} follows {sample.follows}, which does not come before it")
            if sample.lane == "team" and sample.follows is None:
                raise ValueError(f"{sample.name} is a question of the team about no ticket")
            seen.add(sample.name)
        return self


@lru_cache
def samples() -> tuple[Sample, ...]:
    """The sample tickets of `tickets.yaml`, in the order they are worked."""
    text = Path(__file__).with_name("tickets.yaml").read_text(encoding="utf-8")
    return Samples.model_validate(yaml.safe_load(text)).tickets
