"""The bodies that the API takes. What is not named here is refused."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Body(BaseModel):
    """A request's body."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NewTicket(Body):
    """A customer's message on a new ticket."""

    sender: str | None = Field(
        default=None, alias="from", description="The customer's e-mail address; their own when left out."
    )
    subject: str = ""
    text: str


class NewMessage(Body):
    """Something said on a ticket. `kind` left out: a customer's `message`, or a colleague's `question`."""

    text: str
    lane: Literal["customer", "team"]
    kind: Literal["message", "reply", "note", "question"] | None = None


class Decision(Body):
    """A ruling. Correct is approve with `arguments` or `text`. `seen`: number of the last event shown."""

    decision: Literal["approve", "reject"]
    arguments: dict[str, Any] | None = None
    text: str | None = None
    note: str = ""
    seen: int | None = Field(default=None, ge=0, lt=2**63)


class Words(Body):
    """What the agent is told when a ticket is handed back to it."""

    text: str


class Finding(Body):
    """What became of an effect of unknown outcome: it happened, with which result; or it did not."""

    happened: bool
    result: str = ""
