"""Effects: what was done, and saying what became of one that nobody knows the outcome of."""

from fastapi import APIRouter, Depends

from deskgraph import staff
from deskgraph.api.bodies import Finding
from deskgraph.database import transaction
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Id, OpenDesk
from deskgraph.web.letting_in import TEAM, Colleague

router = APIRouter(prefix="/api/effects", tags=["effects"], dependencies=[Depends(TEAM)])


@router.get("/{id}")
async def effect(desk: OpenDesk, effect_id: Id) -> shapes.Effect:
    """One effect."""
    async with transaction(desk.pool) as conn:
        return await reading.effect(conn, effect_id)


@router.post("/{id}/settle")
async def settle(desk: OpenDesk, who: Colleague, effect_id: Id, body: Finding) -> shapes.Effect:
    """Settle it, once: unknown becomes done, or refused. Its run goes on, and nothing is called again."""
    found = staff.Finding(happened=body.happened, result=body.result)
    return reading.effect_of(await desk.settle(effect_id, found, by=who.actor))
