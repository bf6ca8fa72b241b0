"""Tickets: handing a message in, and reading."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request

from deskgraph.accounts import Who
from deskgraph.api.bodies import NewMessage, NewTicket, Words
from deskgraph.database import transaction
from deskgraph.errors import BadInput, NotAllowed
from deskgraph.tickets import Handling, Status, Submitted, get_ticket
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.letting_in import Colleague, Guest, customer_of, may_name_others

router = APIRouter(prefix="/api/tickets", tags=["tickets"])
_KINDS = {"customer": ("message", "reply"), "team": ("question", "note")}
IdempotencyKey = Annotated[str | None, Header(min_length=1, max_length=255)]


@router.post("", status_code=201)
async def submit(
    desk: OpenDesk, who: Guest, request: Request, body: NewTicket, idempotency_key: IdempotencyKey = None
) -> shapes.Submission:
    """Open a ticket with a customer's message. The same Idempotency-Key and body give the same ticket. `from` is
    believed from this machine, and from a key that may submit for others."""
    sender = _sender(request, who, body.sender)
    return _told(await desk.submit(sender, body.subject, body.text, idempotency_key=idempotency_key))


@router.get("")
async def tickets(
    desk: OpenDesk,
    who: Guest,
    handling: Handling | None = None,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[shapes.Ticket]:
    """The newest tickets; a customer's own."""
    async with transaction(desk.pool) as conn:
        return await reading.tickets(
            conn, handling=handling, status=status, limit=limit, customer=customer_of(who)
        )


@router.get("/{id}")
async def ticket(desk: OpenDesk, who: Guest, ticket_id: Id) -> shapes.Ticket:
    """One ticket with what was said on it; a customer sees what was said to them."""
    async with transaction(desk.pool) as conn:
        return await reading.ticket(conn, ticket_id, customer=customer_of(who))


@router.post("/{id}/messages", status_code=201)
async def say(
    desk: OpenDesk,
    who: Guest,
    request: Request,
    ticket_id: Id,
    body: NewMessage,
    idempotency_key: IdempotencyKey = None,
) -> shapes.Submission:
    """Say something on a ticket: the customer's next message, a colleague's reply or note, or their question to the
    agent. With an Idempotency-Key a message, a reply or a note is taken once."""
    kind = body.kind or _KINDS[body.lane][0]
    if kind not in _KINDS[body.lane]:
        raise BadInput(f"The {body.lane} lane takes no {kind}.", f"It takes: {', '.join(_KINDS[body.lane])}.")
    if kind == "message":
        return _told(await _continued(desk, who, request, ticket_id, body.text, idempotency_key))
    if who.role == "customer":
        raise NotAllowed(f"A {kind} is for the team to write.", "Leave `lane` at customer and `kind` out.")
    if kind == "question":
        return _told(await desk.ask(ticket_id, body.text, by=who.actor))
    say_it = desk.reply if kind == "reply" else desk.note
    said = await say_it(ticket_id, body.text, by=who.actor, key=idempotency_key)
    return shapes.Submission(ticket=ticket_id, run=None, notices=list(said.notices))


@router.post("/{id}/take")
async def take(desk: OpenDesk, who: Colleague, ticket_id: Id) -> shapes.TakenTicket:
    """Take the ticket: nothing that the agent wrote leaves any more."""
    found = await desk.take(ticket_id, by=who.actor)
    async with transaction(desk.pool) as conn:
        return await reading.taken(conn, found)


@router.post("/{id}/handback")
async def handback(desk: OpenDesk, who: Colleague, ticket_id: Id, body: Words) -> shapes.Submission:
    """Hand the ticket back to the agent, whose next run reads these words. `run` works what nobody answered."""
    return _told(await desk.handback(ticket_id, body.text, by=who.actor))


async def _continued(
    desk: Desk, who: Who, request: Request, ticket_id: int, text: str, key: str | None
) -> Submitted:
    """The customer's next message, from them or from who may speak for others."""
    async with transaction(desk.pool) as conn:
        owner = (await get_ticket(conn, ticket_id, customer_id=customer_of(who))).customer
    sender = _sender(request, who, owner)
    return await desk.submit(sender, "", text, ticket_id=ticket_id, idempotency_key=key)


def _sender(request: Request, who: Who, named: str | None) -> str:
    """Whose message it is: the door says so, and a name in a request only where it is believed."""
    if who.role == "customer":
        if named not in (None, who.email):
            raise NotAllowed("A customer writes in their own name.", "Leave `from` out.")
        return who.email
    if not may_name_others(request, who):
        raise NotAllowed(
            "This key may not write for customers.", "Make one with the scope submit_for_others."
        )
    if named is None:
        raise BadInput("Nobody is named as the sender.", "Give the customer's address as `from`.")
    return named


def _told(submitted: Submitted) -> shapes.Submission:
    return shapes.Submission(
        ticket=submitted.ticket_id, run=submitted.run_id, notices=list(submitted.notices)
    )
