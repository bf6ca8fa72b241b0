"""Approvals: one question put to a person about one effect, bound to what was shown, ruled on once."""

import builtins
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection, load, many, one
from deskgraph.database.storable import storable, storable_text
from deskgraph.effects.binding import bound_hash
from deskgraph.errors import AlreadyRuled, NewerMessage, NotFound
from deskgraph.events import ApprovalAsked, ApprovalRuled, append, hold
from deskgraph.runs import Run, subject_key

QUERIES = load(__file__)
Kind = Literal["tool", "reply", "outcome", "flow"]
Status = Literal["pending", "approved", "corrected", "rejected", "expired", "void"]


@dataclass(frozen=True)
class Approval:
    """A question and, once there is one, its ruling. `arguments` is canonical JSON; both it and `text` are what was
    shown, or, after a correction, what was approved. `newer_messages` counts the customer's messages that came
    after the question was asked; `seen` is the subject's last event as of now. `effect_id` is the effect that a
    question of kind 'outcome' is about; `applied` says that the run has gone on with the ruling."""

    id: int
    run_id: int
    ticket_id: int | None
    interrupt_id: str
    kind: Kind
    action: str
    arguments: str
    text: str | None
    bound_hash: str
    question: dict[str, Any]
    asked_at_event: int
    expires_at: datetime
    status: Status
    note: str
    ruled_by: str | None
    ruled_at: datetime | None
    created_at: datetime
    effect_id: int | None
    applied: bool
    newer_messages: int
    seen: int
    overdue: bool

    @property
    def subject(self) -> str:
        """What its events are numbered for: the ticket, or the run of a flow."""
        return subject_key(self.ticket_id) if self.ticket_id else f"run:{self.run_id}"


async def ask(
    conn: Connection,
    *,
    run: Run,
    interrupt_id: str,
    kind: Kind,
    action: str,
    arguments: str,
    text: str | None,
    question: Mapping[str, Any],
    read_up_to: int,
    expires_at: datetime,
    effect_id: int | None = None,
) -> Approval:
    """Put a question to people, unique by run and interrupt: asked again it is the row there is. `read_up_to` is the
    number of the last event that the agent had read when it decided: a message after it is newer than the question."""
    text = None if text is None else storable_text(text)
    await database.run(
        conn,
        QUERIES["ask"],
        run_id=run.id,
        ticket_id=run.ticket_id,
        interrupt_id=interrupt_id,
        kind=kind,
        action=action,
        arguments=arguments,
        text=text,
        bound_hash=bound_hash(action, arguments if text is None else text),
        question=Jsonb(storable(dict(question))),
        asked_at_event=read_up_to,
        expires_at=expires_at,
        effect_id=effect_id,
    )
    approval = await one(conn, QUERIES["by_interrupt"], Approval, run_id=run.id, interrupt_id=interrupt_id)
    assert approval is not None
    event = ApprovalAsked(approval=approval.id, kind=kind, action=action)
    await append(conn, approval.subject, event, key=f"approval:{approval.id}:asked", run_id=run.id)
    return await get(conn, approval.id)


async def get(conn: Connection, approval_id: int) -> Approval:
    """The approval; `NotFound` when there is none."""
    found = (
        await one(conn, QUERIES["get_approval"], Approval, id=approval_id)
        if 0 < approval_id < 2**63
        else None
    )
    if found is None:
        raise NotFound(f"There is no approval {approval_id}.", "`deskgraph approvals` lists those that wait.")
    return found


async def held(conn: Connection, approval_id: int) -> Approval:
    """The approval as it stands, and nobody else rules on it until the transaction ends. Raises `NotFound`."""
    approval = await get(conn, approval_id)
    await database.run(conn, QUERIES["hold_approval"], id=approval.id)
    return await get(conn, approval.id)


async def list(  # noqa: A001  # read as `approvals.list`
    conn: Connection, *, status: Status | None = "pending", ticket_id: int | None = None, limit: int = 500
) -> builtins.list[Approval]:
    """Questions in a status (None: in any), oldest first."""
    return await many(
        conn, QUERIES["list_approvals"], Approval, status=status, ticket_id=ticket_id, limit=limit
    )


async def of_run(conn: Connection, run_id: int) -> builtins.list[Approval]:
    """All questions of a run, oldest first."""
    return await many(conn, QUERIES["approvals_of_run"], Approval, run_id=run_id)


async def rule(
    conn: Connection,
    approval: Approval,
    *,
    by: str,
    status: Literal["approved", "corrected", "rejected"],
    arguments: str,
    text: str | None,
    note: str,
    seen: int | None,
) -> Approval:
    """The ruling: one conditional update. Raises `AlreadyRuled` when somebody was first, `NewerMessage` when the
    customer wrote something that the person has not seen."""
    # Held first, read after: no message slips in between this look and the ruling.
    await hold(conn, approval.subject)
    unseen = await database.value(
        conn,
        QUERIES["unseen"],
        subject=approval.subject,
        seen=approval.asked_at_event if seen is None else seen,
    )
    if unseen and approval.status == "pending":
        raise NewerMessage(
            f"The customer wrote {unseen} message(s) that the agent had not read when it asked approval {approval.id}.",
            f"Read them, then rule with the number of the last event you saw (now {approval.seen}).",
        )
    changed = await database.run(
        conn,
        QUERIES["rule"],
        id=approval.id,
        status=status,
        arguments=arguments,
        text=text,
        bound_hash=bound_hash(approval.action, arguments if text is None else text),
        note=note,
        by=by,
    )
    ruled = await get(conn, approval.id)
    if not changed:
        raise already_ruled(ruled)
    event = ApprovalRuled(approval=ruled.id, status=status, by=by)
    await append(conn, ruled.subject, event, key=f"approval:{ruled.id}:ruled", run_id=ruled.run_id)
    return ruled


async def answer_outcome(
    conn: Connection, effect_id: int, *, happened: bool, result: str, by: str
) -> Approval | None:
    """Answer the question of what became of an effect; gives it, or None when no run waits for the answer."""
    asked = await one(conn, QUERIES["outcome_question"], Approval, effect_id=effect_id)
    if asked is None:
        return None
    status: Literal["approved", "rejected"] = "approved" if happened else "rejected"
    changed = await database.run(
        conn,
        QUERIES["answer_outcome"],
        id=asked.id,
        status=status,
        text=storable_text(result),
        note="",
        by=by,
    )
    if not changed:
        return None
    event = ApprovalRuled(approval=asked.id, status=status, by=by)
    await append(conn, asked.subject, event, key=f"approval:{asked.id}:ruled", run_id=asked.run_id)
    return await get(conn, asked.id)


async def applied(conn: Connection, run_id: int, interrupts: Collection[str]) -> None:
    """The run has gone on with the rulings of these interrupts."""
    await database.run(conn, QUERIES["applied"], run_id=run_id, interrupts=builtins.list(interrupts))


async def void(conn: Connection, run_id: int) -> None:
    """Take back the questions of a run that has ended: nobody's answer would change anything."""
    await database.run(conn, QUERIES["void"], run_id=run_id)


async def expire(conn: Connection, approval: Approval) -> bool:
    """Mark a question as expired that nobody answered in time; False when it was answered after all."""
    return await database.run(conn, QUERIES["expire"], id=approval.id) == 1


async def expire_overdue(conn: Connection) -> None:
    """Mark all questions whose time is over."""
    await database.run(conn, QUERIES["expire_overdue"])


def already_ruled(approval: Approval) -> AlreadyRuled:
    """The error for a second ruling: it says who was first, and when."""
    when = f" at {approval.ruled_at:%Y-%m-%d %H:%M} UTC" if approval.ruled_at else ""
    who = f" by {approval.ruled_by}" if approval.ruled_by else ""
    return AlreadyRuled(f"Approval {approval.id} was {approval.status}{who}{when}.", "Nothing was changed.")
