"""The domain's values: a ticket, a message, and what a submission gives back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Lane = Literal["customer", "team"]
Status = Literal["open", "waiting", "solved", "closed"]
Handling = Literal["agent", "needs_human", "with_staff"]
Kind = Literal["message", "reply", "note", "question", "answer"]
Role = Literal["customer", "agent", "staff"]


@dataclass(frozen=True)
class Ticket:
    """One problem of one customer. `customer` is their address."""

    id: int
    customer_id: int
    customer: str
    follows_id: int | None
    subject: str
    status: Status
    handling: Handling
    handling_reason: str
    category: str | None
    priority: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class Message:
    """One thing said on a ticket. `run_id` is the run that works it, or that wrote it."""

    id: int
    ticket_id: int
    lane: Lane
    kind: Kind
    author_role: Role
    author: str
    text: str
    citations: list[dict[str, Any]]
    model: str | None
    run_id: int | None
    created_at: datetime


@dataclass(frozen=True)
class Submitted:
    """What became of a submission. `run_id` is None when a person answers; `notices` say what was changed in it."""

    ticket_id: int
    run_id: int | None
    message_id: int
    notices: list[str]
