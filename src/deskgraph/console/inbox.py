"""The inbox: the newest tickets, by who answers them and by status."""

from typing import Literal, get_args

from fastapi import APIRouter
from starlette.responses import Response

from deskgraph.console.rendering import page
from deskgraph.console.waiting import tickets_waiting
from deskgraph.database import transaction
from deskgraph.tickets import Handling, Status, list_tickets
from deskgraph.web.desk import OpenDesk
from deskgraph.web.letting_in import Colleague

router = APIRouter()

SHOWN = 100


@router.get("/desk")
async def inbox(
    desk: OpenDesk, who: Colleague, handling: Handling | Literal[""] = "", status: Status | Literal[""] = ""
) -> Response:
    """The newest tickets."""
    async with transaction(desk.pool) as conn:
        found = await list_tickets(conn, handling=handling or None, status=status or None, limit=SHOWN)
        waiting = await tickets_waiting(conn)
    return page(
        "inbox.html",
        here="inbox",
        who=who,
        waiting=len(waiting),
        asking=set(waiting),
        tickets=found,
        handling=handling,
        status=status,
        shown=SHOWN,
        handlings=("", *get_args(Handling)),
        statuses=("", *get_args(Status)),
    )
