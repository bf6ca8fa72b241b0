"""A run: one message, with those that waited with it, worked to its end. Its row is the truth of its state."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from deskgraph.events import Audience

State = Literal["queued", "running", "parked", "interrupted", "done", "failed", "cancelled"]
FINISHED: frozenset[State] = frozenset({"done", "failed", "cancelled"})

# From which states a run may come into a state. A finished run never moves again.
LAWFUL: dict[State, tuple[State, ...]] = {
    "queued": (),
    "running": ("queued", "running", "parked", "interrupted"),
    "parked": ("running", "parked", "interrupted"),
    "interrupted": ("running",),
    "done": ("running", "parked", "interrupted"),
    "failed": ("queued", "running", "parked", "interrupted"),
    "cancelled": ("queued", "running", "parked", "interrupted"),
}


@dataclass(frozen=True)
class Run:
    """A row of `run`. `models` is purpose to model name, as it was when the run was made."""

    id: int
    graph: str
    ticket_id: int | None
    lane: str
    state: State
    outcome: str | None
    reason: str
    actor: str
    models: dict[str, str]
    fence: int
    trace: str | None
    final: dict[str, Any] | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


def lane_key(ticket_id: int, audience: Audience) -> str:
    """The lane of a ticket in which this audience's messages are worked, one run at a time."""
    return f"ticket:{ticket_id}:{audience}"


def audience_of(lane: str) -> Audience:
    """Who the answer of a lane is for."""
    return "team" if lane.endswith(":team") else "customer"


def subject_key(ticket_id: int) -> str:
    """What a ticket's events are numbered for."""
    return f"ticket:{ticket_id}"


def subject_of(run: Run) -> str:
    """What a run's events are numbered for: its ticket, or the run itself when it has none."""
    return f"run:{run.id}" if run.ticket_id is None else subject_key(run.ticket_id)
