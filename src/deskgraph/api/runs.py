"""Runs: how far each is, letting one go on, and ending one."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from deskgraph.database import transaction
from deskgraph.runs import State
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Id, OpenDesk
from deskgraph.web.letting_in import TEAM, Colleague

router = APIRouter(prefix="/api/runs", tags=["runs"], dependencies=[Depends(TEAM)])


@router.get("")
async def runs(
    desk: OpenDesk, state: State | None = None, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> list[shapes.Run]:
    """The newest runs."""
    async with transaction(desk.pool) as conn:
        return await reading.runs(conn, state=state, limit=limit)


@router.get("/{id}")
async def run(desk: OpenDesk, run_id: Id) -> shapes.Run:
    """One run with its steps and effects."""
    async with transaction(desk.pool) as conn:
        return await reading.run(conn, run_id)


@router.post("/{id}/resume")
async def resume(desk: OpenDesk, run_id: Id) -> shapes.Run:
    """Let an interrupted run go on; 409 while it waits for a person."""
    await desk.resume(run_id)
    async with transaction(desk.pool) as conn:
        return await reading.run(conn, run_id)


@router.post("/{id}/cancel")
async def cancel(desk: OpenDesk, who: Colleague, run_id: Id) -> shapes.Run:
    """Cancel it for good; 409 when it has ended. What it had begun and not finished is of unknown outcome."""
    await desk.cancel(run_id, by=who.actor)
    async with transaction(desk.pool) as conn:
        return await reading.run(conn, run_id)
