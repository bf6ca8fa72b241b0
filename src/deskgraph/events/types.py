"""What can happen to a subject: one typed payload a type. A type that declares no audience is the team's."""

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

Audience = Literal["customer", "team"]


class Event(BaseModel):
    """Something that happened. `type` is its stable name; `audience` says who may ever see it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: ClassVar[str]
    audience: ClassVar[Audience] = "team"


class TicketOpened(Event):
    type = "ticket.opened"
    audience = "customer"
    subject: str


class MessageSent(Event):
    """A message of the customer lane: written by the customer, or sent to them."""

    type = "message.sent"
    audience = "customer"
    message: int
    author_role: str


class TeamMessageAdded(Event):
    """A note, a question or an answer of the team lane."""

    type = "message.added"
    message: int
    author_role: str
    kind: str


class RunQueued(Event):
    type = "run.queued"
    run: int
    lane: str


class RunStarted(Event):
    type = "run.started"
    run: int


class StepDone(Event):
    type = "step.done"
    node: str
    decision: str | None
    ms: int


class StepSeen(Event):
    """Progress as a customer may see it: that a step was made, and nothing of what was thought."""

    type = "step.seen"
    audience = "customer"
    node: str


class FindingsSeen(Event):
    type = "findings.seen"
    kinds: tuple[str, ...]


class ApprovalAsked(Event):
    type = "approval.asked"
    approval: int
    kind: str
    action: str


class ApprovalRuled(Event):
    type = "approval.ruled"
    approval: int
    status: str
    by: str


class EffectSettled(Event):
    type = "effect.settled"
    effect: int
    action: str
    state: str


class RunParked(Event):
    type = "run.parked"


class RunFinished(Event):
    type = "run.finished"
    state: str
    outcome: str | None


class HandlingChanged(Event):
    type = "handling.changed"
    handling: str
    reason: str


class StatusChanged(Event):
    type = "status.changed"
    audience = "customer"
    status: str


class Classified(Event):
    type = "ticket.classified"
    category: str
    priority: str


EVENTS: dict[str, type[Event]] = {event.type: event for event in Event.__subclasses__()}
