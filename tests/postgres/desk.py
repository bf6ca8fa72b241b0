"""Rows that tests begin with, made by the doors that make them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from deskgraph.database import Connection
from deskgraph.effects import Approval, approvals, canonical
from deskgraph.events import last_number
from deskgraph.runs import Run, get, move, subject_key, take_lane
from deskgraph.settings import Settings
from deskgraph.tickets import Submitted, submit

MODELS = {"routing": "builtin", "writing": "builtin", "reviewing": "builtin"}
ADA, BEN = "ada@example.com", "ben@example.com"


async def write(
    conn: Connection,
    settings: Settings,
    text: str | bytes = "Where is my order?",
    *,
    ticket_id: int | None = None,
    sender: str = ADA,
    subject: str = "",
    idempotency_key: str | None = None,
) -> Submitted:
    """A customer's message."""
    return await submit(
        conn,
        sender=sender,
        subject=subject,
        text=text,
        actor=f"customer:{sender}",
        models=MODELS,
        settings=settings,
        ticket_id=ticket_id,
        idempotency_key=idempotency_key,
    )


async def run_of(conn: Connection, settings: Settings, text: str = "Where is my order?") -> Run:
    """A queued run of a new ticket."""
    submitted = await write(conn, settings, text)
    assert submitted.run_id is not None
    return await get(conn, submitted.run_id)


async def running(conn: Connection, settings: Settings, text: str = "Where is my order?") -> Run:
    """A run that a worker named `w` has under fence 1."""
    run = await run_of(conn, settings, text)
    fence = await take_lane(conn, run.lane, "w", 60)
    assert fence == 1
    return await move(conn, run.id, "running", fence=fence)


async def asked(
    conn: Connection,
    run: Run,
    *,
    kind: Any = "tool",
    text: str | None = None,
    arguments: dict[str, object] | None = None,
    hours: float = 1,
    interrupt_id: str = "gate",
) -> Approval:
    """A question of that run, and the run parked at it."""
    approval = await approvals.ask(
        conn,
        run=run,
        interrupt_id=interrupt_id,
        kind=kind,
        action="send_reply" if kind == "reply" else "refund",
        arguments=canonical({"order": "B-1", "amount": "5.00"} if arguments is None else arguments),
        text=text,
        question={"findings": []},
        read_up_to=await last_number(conn, subject_key(run.ticket_id or 0)),
        expires_at=datetime.now(UTC) + timedelta(hours=hours),
    )
    await move(conn, run.id, "parked", fence=1)
    return approval
