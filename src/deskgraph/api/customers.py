"""Customers: erasing one."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from deskgraph.staff import Erased
from deskgraph.web.desk import OpenDesk
from deskgraph.web.ids import number
from deskgraph.web.letting_in import LEADS

router = APIRouter(prefix="/api/customers", tags=["customers"], dependencies=[Depends(LEADS)])


def _who(
    raw: Annotated[str, Path(alias="id", description="The customer's id, or their address.")],
) -> int | str:
    return raw if "@" in raw else number(raw)


@router.delete("/{id}")
async def erase(
    desk: OpenDesk,
    who: Annotated[int | str, Depends(_who)],
    dry_run: Annotated[bool, Query(description="Count what would go; change nothing.")] = False,
) -> Erased:
    """Erase a customer and everything of theirs: how many rows went of which table, and what was kept and why."""
    return await desk.erase(who, dry_run=dry_run)
