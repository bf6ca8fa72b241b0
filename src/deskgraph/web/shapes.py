"""The JSON documents of the outer surface, one model each. Commands with --json and HTTP print the same."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """A document that leaves the desk."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", serialize_by_alias=True, validate_by_name=True, validate_by_alias=True
    )


class Message(Shape):
    """One thing said on a ticket. `author` is who: customer, agent or staff; `by` is their name."""

    lane: Literal["customer", "team"]
    author: Literal["customer", "agent", "staff"]
    text: str
    citations: list[dict[str, Any]]
    model: str | None
    id: int
    kind: str
    by: str
    run: int | None
    created: datetime


class Effect(Shape):
    """Something done to the world, or about to be."""

    id: int
    run: int | None
    ticket: int | None
    action: str
    arguments: dict[str, Any]
    state: str
    result: str | None
    settled_by: str | None


class Ticket(Shape):
    """One problem of one customer. `unknown`: its effects of unknown outcome, which a person settles."""

    id: int
    customer: str
    subject: str
    status: str
    handling: str
    handling_reason: str
    category: str | None
    priority: str | None
    created: datetime
    messages: list[Message]
    unknown: list[Effect]


class TakenTicket(Ticket):
    """A ticket that somebody took. `already`: they had it before, and nothing changed; `cancelled`: the runs whose
    drafts waited for a ruling."""

    already: bool
    cancelled: list[int]


class Step(Shape):
    """One step of a run."""

    node: str
    decision: str | None
    model: str | None
    tokens: int
    ms: int


class Run(Shape):
    """One message, worked to its end."""

    id: int
    ticket: int | None
    graph: str
    state: str
    outcome: str | None
    reason: str
    steps: list[Step]
    final: dict[str, Any] | None
    effects: list[Effect]


class Approval(Shape):
    """One question put to a person. `seen` is the number of the subject's last event when this was read;
    `newer_messages` counts what the customer wrote since it was asked. `effect` is the one to settle, for a question of
    kind `outcome`. For a call, `help` is what its tool says of itself, `approver` the role that the proposed arguments
    need and the rule in words, `warnings` what speaks against it as things stood."""

    id: int
    run: int
    ticket: int | None
    kind: Literal["tool", "reply", "outcome", "flow"]
    action: str
    arguments: dict[str, Any]
    text: str | None
    schema_: dict[str, Any] = Field(alias="schema")
    findings: list[Any]
    newer_messages: int
    seen: int
    expires: datetime
    status: str
    ruled_by: str | None
    ruled_at: datetime | None
    note: str
    effect: int | None
    help: str = ""
    approver: dict[str, Any] | None = None
    warnings: list[str] = Field(default_factory=list)


class Event(Shape):
    """Something that happened to a ticket or a run. Numbers rise without gaps for a ticket; `payload` is the type's."""

    number: int
    type: str
    run: int | None
    payload: dict[str, Any]
    created: datetime


class Submission(Shape):
    """What became of a message that was handed in. `run` is null when a person answers."""

    ticket: int
    run: int | None
    notices: list[str]


class Graph(Shape):
    """A graph that can be drawn."""

    name: str
    mermaid: str


class Person(Shape):
    """One of the desk's people."""

    email: str
    name: str
    role: Literal["staff", "lead", "developer"]
    password: bool
    disabled: datetime | None


class Key(Shape):
    """An API key, without its text."""

    id: int
    name: str
    person: str
    scopes: list[str]
    created: datetime
    used: datetime | None
    revoked: datetime | None
