"""The questions that wait for a person, as the pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deskgraph.console.form import Field, fields
from deskgraph.database import Connection
from deskgraph.effects import Approval, approvals
from deskgraph.web import reading, shapes


@dataclass(frozen=True)
class Asked:
    """One question with everything a person needs to rule on it; `error` is why their ruling was refused."""

    approval: shapes.Approval
    help: str
    request: str
    summary: str
    reasoning: str
    doubts: tuple[str, ...]
    citations: tuple[Mapping[str, Any], ...]
    fields: tuple[Field, ...]
    text: str
    note: str
    error: str

    @property
    def pending(self) -> bool:
        return self.approval.status == "pending"

    @property
    def rulable(self) -> bool:
        """Approve and reject say nothing about an outcome that nobody knows."""
        return self.pending and self.approval.kind in {"tool", "reply"}


def asked(row: Approval, typed: Mapping[str, str] | None = None, error: str = "") -> Asked:
    """The question of this row; with `typed`, the form as it was sent."""
    typed, question = typed or {}, row.question
    approval = reading.approval_of(row)
    return Asked(
        approval=approval,
        help=str(question.get("help", "")),
        request=str(question.get("request", "")),
        summary=str(question.get("summary", "")),
        reasoning=str(question.get("reasoning", "")),
        doubts=_doubts(question),
        citations=tuple(question.get("citations", ())),
        fields=fields(approval, typed),
        text=typed.get("text", approval.text or ""),
        note=typed.get("note", ""),
        error=error,
    )


async def all_waiting(conn: Connection, ticket_id: int | None = None) -> list[Asked]:
    """What waits, oldest first."""
    return [asked(row) for row in await approvals.list(conn, status="pending", ticket_id=ticket_id)]


async def tickets_waiting(conn: Connection) -> list[int | None]:
    """The ticket of each question that waits; how many there are stands in the head of every page."""
    return [row.ticket_id for row in await approvals.list(conn, status="pending")]


def _doubts(question: Mapping[str, Any]) -> tuple[str, ...]:
    """What the plan could not fill in, or had to leave out."""
    missing = [f"{name} is missing" for name in question.get("missing", ())]
    invalid = [f"{name} {why}" for name, why in question.get("invalid", {}).items()]
    dropped = [f"{name} was proposed and is no argument" for name in question.get("dropped", ())]
    return tuple(missing + invalid + dropped)
