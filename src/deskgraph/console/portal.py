"""The customer's portal: their tickets, a new one, and what was said on each."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from deskgraph import accounts
from deskgraph.accounts import Who
from deskgraph.console.rendering import page
from deskgraph.console.ticket import Typed, fresh_key
from deskgraph.database import transaction
from deskgraph.errors import BadInput, Conflict, DeskError, TooManyTries
from deskgraph.events import since
from deskgraph.runs import subject_key
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.letting_in import Customer, Guest
from deskgraph.web.problems import KINDS

router = APIRouter()

SHOWN = 50
_EVENTS = 200
_ASK = "Please let a person answer me."
# What a customer is told of a step. One that is not named here says nothing to them.
_STEPS = {
    "support_start": "Your message was read.",
    "support_decide": "The agent decides what to do.",
    "knowledge_search": "It looks into the help articles.",
    "tool_plan": "It looks into your records.",
    "support_respond": "It writes an answer.",
    "delivery_review": "The answer is checked.",
    "delivery_gate": "A colleague reads the answer before it is sent.",
    "tool_gate": "A colleague has to agree first.",
    "support_escalate": "It is handed to a colleague.",
}


@dataclass(frozen=True)
class Progress:
    """What the customer is told of the work on their ticket: the steps since the last message, the newest last."""

    steps: tuple[str, ...]
    working: bool


@router.get("/")
async def home(desk: OpenDesk, who: Guest) -> Response:
    """A customer's tickets; the team's own page is elsewhere."""
    if who.role != "customer":
        return RedirectResponse("/desk", 307)
    return await _home(desk, who, Typed())


@router.post("/tickets")
async def open_ticket(desk: OpenDesk, who: Customer, request: Request) -> Response:
    """Open a ticket. The form's key makes it one, however often its button is pressed."""
    form = await request.form()
    typed = Typed("ticket", _text(form.get("text")), _text(form.get("key")) or fresh_key())
    subject = _text(form.get("subject"))
    try:
        await _count(desk, who)
        taken = await desk.submit(who.email, subject, typed.text, idempotency_key=typed.key)
    except (BadInput, Conflict, TooManyTries) as error:
        return await _home(desk, who, typed, subject, error)
    return RedirectResponse(f"/tickets/{taken.ticket_id}", 303)


@router.get("/tickets/{id}")
async def ticket(desk: OpenDesk, who: Customer, ticket_id: Id) -> Response:
    """One ticket: what was said, and how far the work on it is."""
    return await _ticket(desk, who, ticket_id, Typed())


@router.post("/tickets/{id}/messages")
async def say(desk: OpenDesk, who: Customer, ticket_id: Id, request: Request) -> Response:
    """Say something on it, or ask for a person."""
    form = await request.form()
    words = _ASK if form.get("ask") else _text(form.get("text"))
    typed = Typed("message", words, _text(form.get("key")) or fresh_key())
    async with transaction(desk.pool) as conn:
        await reading.ticket(conn, ticket_id, customer=who.id)
    try:
        await _count(desk, who)
        taken = await desk.submit(who.email, "", words, ticket_id=ticket_id, idempotency_key=typed.key)
    except (BadInput, Conflict, TooManyTries) as error:
        return await _ticket(desk, who, ticket_id, typed, error)
    return RedirectResponse(f"/tickets/{taken.ticket_id}", 303)


async def _home(
    desk: Desk, who: Who, typed: Typed, subject: str = "", error: DeskError | None = None
) -> Response:
    async with transaction(desk.pool) as conn:
        tickets = await reading.tickets(conn, limit=SHOWN, customer=who.id)
    return page(
        "portal.html",
        KINDS[error.code].status if error else 200,
        **_about(who, error, typed),
        tickets=tickets,
        subject=subject,
        shown=SHOWN,
    )


async def _ticket(
    desk: Desk, who: Who, ticket_id: int, typed: Typed, error: DeskError | None = None
) -> Response:
    async with transaction(desk.pool) as conn:
        found = await reading.ticket(conn, ticket_id, customer=who.id)
        seen = await since(conn, subject_key(ticket_id), 0, audience="customer", limit=_EVENTS)
    progress = _progress(found, [str(event.payload.get("node", "")) for event in seen])
    status = KINDS[error.code].status if error else 200
    return page("portal_ticket.html", status, **_about(who, error, typed), ticket=found, progress=progress)


def _about(who: Who, error: DeskError | None, typed: Typed) -> dict[str, Any]:
    return {"here": "", "waiting": None, "who": who, "typed": typed, "error": str(error) if error else ""}


def _progress(found: shapes.Ticket, nodes: list[str]) -> Progress:
    """The steps since the last message: an event without a node is a message, or a change of who answers."""
    after = max((at for at, node in enumerate(nodes) if not node), default=-1) + 1
    told = tuple(dict.fromkeys(_STEPS[node] for node in nodes[after:] if node in _STEPS))
    last = found.messages[-1].author if found.messages else ""
    return Progress(told, working=found.handling == "agent" and last == "customer" and found.status == "open")


async def _count(desk: Desk, who: Who) -> None:
    async with transaction(desk.pool) as conn:
        most, minutes = desk.settings.submit_tries, desk.settings.submit_minutes
        await accounts.count_try(conn, "submit", who.email, most=most, minutes=minutes)


def _text(value: object) -> str:
    """A field of the form. Browsers send line ends of their own."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""
