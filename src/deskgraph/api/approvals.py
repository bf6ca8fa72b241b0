"""Approvals: what waits for a person, and their ruling."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from deskgraph.api.bodies import Decision
from deskgraph.database import transaction
from deskgraph.effects import Status
from deskgraph.staff import Ruling
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Id, OpenDesk
from deskgraph.web.letting_in import TEAM, Colleague

router = APIRouter(prefix="/api/approvals", tags=["approvals"], dependencies=[Depends(TEAM)])


@router.get("")
async def approvals(
    desk: OpenDesk,
    status: Status = "pending",
    ticket: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
) -> list[shapes.Approval]:
    """Questions to a person, oldest first."""
    async with transaction(desk.pool) as conn:
        return await reading.approvals(conn, status=status, ticket_id=ticket)


@router.get("/{id}")
async def approval(desk: OpenDesk, approval_id: Id) -> shapes.Approval:
    """One question."""
    async with transaction(desk.pool) as conn:
        return await reading.approval(conn, approval_id)


@router.post("/{id}/decision")
async def decide(desk: OpenDesk, who: Colleague, approval_id: Id, body: Decision) -> shapes.Approval:
    """Rule on it, once. The run goes on in whichever process works its lane."""
    said = Ruling(
        approve=body.decision == "approve",
        arguments=body.arguments,
        text=body.text,
        note=body.note,
        seen=body.seen,
        role=who.role,
    )
    await desk.rule(approval_id, said, by=who.actor)
    async with transaction(desk.pool) as conn:
        return await reading.approval(conn, approval_id)
