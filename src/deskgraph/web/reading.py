"""Rows as the documents of the outer surface. A list holds the same documents as a single look-up."""

import json
from typing import Any

from deskgraph import accounts, effects, staff
from deskgraph import runs as run_rows
from deskgraph import tickets as ticket_rows
from deskgraph.database import Connection
from deskgraph.effects import approvals as approval_rows
from deskgraph.web import shapes


async def ticket(conn: Connection, ticket_id: int, *, customer: int | None = None) -> shapes.Ticket:
    """One ticket with its messages, oldest first; for a customer, their own and as they may see it."""
    row = await ticket_rows.get_ticket(conn, ticket_id, customer_id=customer)
    return await (_ticket(conn, row) if customer is None else _own_ticket(conn, row))


async def taken(conn: Connection, found: staff.Taken) -> shapes.TakenTicket:
    """A ticket that somebody took, with its messages."""
    document = await _ticket(conn, found.ticket)
    return shapes.TakenTicket(**dict(document), already=found.already, cancelled=list(found.ended))


async def effect(conn: Connection, effect_id: int) -> shapes.Effect:
    """One effect of the ledger."""
    return effect_of(await effects.get(conn, effect_id))


async def tickets(
    conn: Connection,
    *,
    handling: ticket_rows.Handling | None = None,
    status: ticket_rows.Status | None = None,
    limit: int = 50,
    customer: int | None = None,
) -> list[shapes.Ticket]:
    """The newest tickets; for a customer, their own and as they may see them."""
    found = await ticket_rows.list_tickets(
        conn, handling=handling, status=status, limit=limit, customer=customer
    )
    show = _ticket if customer is None else _own_ticket
    return [await show(conn, row) for row in found]


async def run(conn: Connection, run_id: int) -> shapes.Run:
    """One run with its steps and effects."""
    return await _run(conn, await run_rows.get(conn, run_id))


async def runs(conn: Connection, *, state: run_rows.State | None = None, limit: int = 50) -> list[shapes.Run]:
    """The newest runs."""
    return [await _run(conn, row) for row in await run_rows.list_runs(conn, state=state, limit=limit)]


async def approval(conn: Connection, approval_id: int) -> shapes.Approval:
    """One question to a person."""
    return approval_of(await approval_rows.get(conn, approval_id))


async def approvals(
    conn: Connection, *, status: effects.Status | None = "pending", ticket_id: int | None = None
) -> list[shapes.Approval]:
    """Questions to a person, oldest first."""
    found = await approval_rows.list(conn, status=status, ticket_id=ticket_id)
    return [approval_of(row) for row in found]


async def _ticket(conn: Connection, row: ticket_rows.Ticket) -> shapes.Ticket:
    said = await ticket_rows.messages(conn, row.id)
    return shapes.Ticket(
        id=row.id,
        customer=row.customer,
        subject=row.subject,
        status=row.status,
        handling=row.handling,
        handling_reason=row.handling_reason,
        category=row.category,
        priority=row.priority,
        created=row.created_at,
        messages=[message(each) for each in said],
        unknown=[effect_of(each) for each in await effects.unknown_of_ticket(conn, row.id)],
    )


async def _own_ticket(conn: Connection, row: ticket_rows.Ticket) -> shapes.Ticket:
    """What was sent, and to whom it went; why, by which colleague and from which run is the team's."""
    said = await ticket_rows.messages(conn, row.id, lane="customer")
    return shapes.Ticket(
        id=row.id,
        customer=row.customer,
        subject=row.subject,
        status=row.status,
        handling=row.handling,
        handling_reason="",
        category=None,
        priority=None,
        created=row.created_at,
        messages=[
            message(each).model_copy(update={"by": each.author_role, "run": None, "model": None})
            for each in said
        ],
        unknown=[],
    )


def message(row: ticket_rows.Message) -> shapes.Message:
    """One thing said on a ticket."""
    return shapes.Message(
        lane=row.lane,
        author=row.author_role,
        text=row.text,
        citations=row.citations,
        model=row.model,
        id=row.id,
        kind=row.kind,
        by=row.author,
        run=row.run_id,
        created=row.created_at,
    )


async def _run(conn: Connection, row: run_rows.Run) -> shapes.Run:
    steps = await run_rows.steps(conn, row.id)
    return shapes.Run(
        id=row.id,
        ticket=row.ticket_id,
        graph=row.graph,
        state=row.state,
        outcome=row.outcome,
        reason=row.reason,
        steps=[
            shapes.Step(
                node=step.node, decision=step.decision, model=step.model, tokens=step.tokens, ms=step.ms
            )
            for step in steps
        ],
        final=row.final,
        effects=[effect_of(each) for each in await effects.of_run(conn, row.id)],
    )


def effect_of(row: effects.Effect) -> shapes.Effect:
    """An effect as its document."""
    return shapes.Effect(
        id=row.id,
        run=row.run_id,
        ticket=row.ticket_id,
        action=row.action,
        arguments=json.loads(row.arguments),
        state=row.state,
        result=row.result,
        settled_by=row.settled_by,
    )


def approval_of(row: effects.Approval) -> shapes.Approval:
    """A question as its document."""
    question: dict[str, Any] = row.question
    return shapes.Approval(
        id=row.id,
        run=row.run_id,
        ticket=row.ticket_id,
        kind=row.kind,
        action=row.action,
        arguments=json.loads(row.arguments),
        text=row.text,
        schema_=question.get("schema", {}),
        findings=question.get("findings", []),
        newer_messages=row.newer_messages,
        seen=row.seen,
        expires=row.expires_at,
        status=row.status,
        ruled_by=row.ruled_by,
        ruled_at=row.ruled_at,
        note=row.note,
        effect=row.effect_id,
        help=question.get("help", ""),
        approver=_approver(question),
        warnings=question.get("warnings", []),
    )


def _approver(question: dict[str, Any]) -> dict[str, Any] | None:
    asked = question.get("approver")
    return {"role": asked["role"], "rule": asked["rule"]} if asked else None


def person(of: accounts.Person) -> shapes.Person:
    """One of the desk's people."""
    return shapes.Person(
        email=of.email, name=of.name, role=of.role, password=of.has_password, disabled=of.disabled_at
    )


def key(of: accounts.Key) -> shapes.Key:
    """An API key."""
    return shapes.Key(
        id=of.id,
        name=of.name,
        person=of.person,
        scopes=list(of.scopes),
        created=of.created_at,
        used=of.used_at,
        revoked=of.revoked_at,
    )
