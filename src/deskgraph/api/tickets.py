"""Tickets: handing a message in, and reading."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query

from deskgraph.api.bodies import NewMessage, NewTicket, Words
from deskgraph.database import transaction
from deskgraph.errors import BadInput
from deskgraph.tickets import Handling, Status, Submitted, get_ticket
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Id, OpenDesk, only_this_machine

router = APIRouter(prefix="/api/tickets", tags=["tickets"])

STAFF = "api"
_KINDS = {"customer": ("message", "reply"), "team": ("question", "note")}
IdempotencyKey = Annotated[str | None, Header(min_length=1, max_length=255)]


@router.post("", status_code=201, dependencies=[Depends(only_this_machine)])
async def submit(
    desk: OpenDesk, body: NewTicket, idempotency_key: IdempotencyKey = None
) -> shapes.Submission:
    """Open a ticket with a customer's message. The same Idempotency-Key and body give the same ticket."""
    return _told(await desk.submit(body.sender, body.subject, body.text, idempotency_key=idempotency_key))


@router.get("")
async def tickets(
    desk: OpenDesk,
    handling: Handling | None = None,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[shapes.Ticket]:
    """The newest tickets."""
    async with transaction(desk.pool) as conn:
        return await reading.tickets(conn, handling=handling, status=status, limit=limit)


@router.get("/{id}")
async def ticket(desk: OpenDesk, ticket_id: Id) -> shapes.Ticket:
    """One ticket with what was said on it."""
    async with transaction(desk.pool) as conn:
        return await reading.ticket(conn, ticket_id)


@router.post("/{id}/messages", status_code=201, dependencies=[Depends(only_this_machine)])
async def say(
    desk: OpenDesk, ticket_id: Id, body: NewMessage, idempotency_key: IdempotencyKey = None
) -> shapes.Submission:
    """Say something on a ticket: the customer's next message, a colleague's reply or note, or their question to the
    agent. With an Idempotency-Key a message, a reply or a note is taken once."""
    kind = body.kind or _KINDS[body.lane][0]
    if kind not in _KINDS[body.lane]:
        raise BadInput(f"The {body.lane} lane takes no {kind}.", f"It takes: {', '.join(_KINDS[body.lane])}.")
    if kind == "question":
        return _told(await desk.ask(ticket_id, body.text, by=STAFF))
    if kind in {"reply", "note"}:
        say_it = desk.reply if kind == "reply" else desk.note
        said = await say_it(ticket_id, body.text, by=STAFF, key=idempotency_key)
        return shapes.Submission(ticket=ticket_id, run=None, notices=list(said.notices))
    async with transaction(desk.pool) as conn:
        sender = (await get_ticket(conn, ticket_id)).customer
    return _told(
        await desk.submit(sender, "", body.text, ticket_id=ticket_id, idempotency_key=idempotency_key)
    )


@router.post("/{id}/take")
async def take(desk: OpenDesk, ticket_id: Id) -> shapes.TakenTicket:
    """Take the ticket: nothing that the agent wrote leaves any more."""
    found = await desk.take(ticket_id, by=STAFF)
    async with transaction(desk.pool) as conn:
        return await reading.taken(conn, found)


@router.post("/{id}/handback")
async def handback(desk: OpenDesk, ticket_id: Id, body: Words) -> shapes.Submission:
    """Hand the ticket back to the agent, whose next run reads these words. `run` works what nobody answered."""
    return _told(await desk.handback(ticket_id, body.text, by=STAFF))


def _told(submitted: Submitted) -> shapes.Submission:
    return shapes.Submission(
        ticket=submitted.ticket_id, run=submitted.run_id, notices=list(submitted.notices)
    )
