"""The inbox: the newest tickets, by who answers them and by status."""

from typing import Literal

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from deskgraph.console.rendering import page
from deskgraph.console.waiting import count_waiting
from deskgraph.database import transaction
from deskgraph.tickets import list_tickets
from deskgraph.web.desk import OpenDesk

router = APIRouter()

Handling = Literal["", "agent", "needs_human", "with_staff"]
Status = Literal["", "open", "waiting", "solved", "closed"]
SHOWN = 100


@router.get("/")
async def home() -> Response:
    """The customer's portal will be here."""
    return RedirectResponse("/desk", 307)


@router.get("/desk")
async def inbox(desk: OpenDesk, handling: Handling = "", status: Status = "") -> Response:
    """The newest tickets."""
    async with transaction(desk.pool) as conn:
        found = await list_tickets(conn, handling=handling or None, status=status or None, limit=SHOWN)
        waiting = await count_waiting(conn)
    return page(
        "inbox.html",
        here="inbox",
        waiting=waiting,
        tickets=found,
        handling=handling,
        status=status,
        shown=SHOWN,
        handlings=("", "agent", "needs_human", "with_staff"),
        statuses=("", "open", "waiting", "solved", "closed"),
    )
