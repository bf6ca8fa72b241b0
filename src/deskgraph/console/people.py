"""The forms of a ticket's page: take it, say something, hand it back, settle an effect, cancel a run."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from deskgraph import effects, runs
from deskgraph.accounts import Who
from deskgraph.console.ticket import Typed, fresh_key, shown
from deskgraph.database import transaction
from deskgraph.errors import BadInput, Conflict, NotFound, NotSent, OutcomeUnknown
from deskgraph.staff import Finding
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.letting_in import Colleague

router = APIRouter(prefix="/desk")

Say = Callable[[Typed], Awaitable[object]]


@router.post("/tickets/{id}/take")
async def take(desk: OpenDesk, who: Colleague, ticket_id: Id) -> Response:
    """Take the ticket."""
    await desk.take(ticket_id, by=who.actor)
    return _back(ticket_id)


@router.post("/tickets/{id}/ask")
async def ask(desk: OpenDesk, who: Colleague, ticket_id: Id, request: Request) -> Response:
    """Ask the agent about it, in the team's lane."""
    return await _said(
        desk,
        who,
        ticket_id,
        request,
        "ask",
        "team",
        lambda typed: desk.ask(ticket_id, typed.text, by=who.actor),
    )


@router.post("/tickets/{id}/note")
async def note(desk: OpenDesk, who: Colleague, ticket_id: Id, request: Request) -> Response:
    """Leave a note for the team."""
    return await _said(
        desk,
        who,
        ticket_id,
        request,
        "note",
        "team",
        lambda typed: desk.note(ticket_id, typed.text, by=who.actor, key=typed.key),
    )


@router.post("/tickets/{id}/reply")
async def reply(desk: OpenDesk, who: Colleague, ticket_id: Id, request: Request) -> Response:
    """Reply to the customer."""
    return await _said(
        desk,
        who,
        ticket_id,
        request,
        "reply",
        "customer",
        lambda typed: desk.reply(ticket_id, typed.text, by=who.actor, key=typed.key),
    )


@router.post("/tickets/{id}/handback")
async def handback(desk: OpenDesk, who: Colleague, ticket_id: Id, request: Request) -> Response:
    """Hand the ticket back to the agent."""
    return await _said(
        desk,
        who,
        ticket_id,
        request,
        "handback",
        "team",
        lambda typed: desk.handback(ticket_id, typed.text, by=who.actor),
    )


@router.post("/effects/{id}/settle")
async def settle(desk: OpenDesk, who: Colleague, effect_id: Id, request: Request) -> Response:
    """Say whether an effect happened."""
    form = await request.form()
    happened = form.get("happened")
    async with transaction(desk.pool) as conn:
        ticket = _ticket_of((await effects.get(conn, effect_id)).ticket_id)
    try:
        if happened not in ("yes", "no"):
            raise BadInput("The form said neither that it happened nor that it did not.", "Use its buttons.")
        found = Finding(happened=happened == "yes", result=_text(form, "result"))
        await desk.settle(effect_id, found, by=who.actor)
    except (BadInput, Conflict) as error:
        return await shown(desk, who, ticket, Typed("settle"), error)
    return _back(ticket)


@router.post("/runs/{id}/cancel")
async def cancel(desk: OpenDesk, who: Colleague, run_id: Id) -> Response:
    """Cancel a run."""
    async with transaction(desk.pool) as conn:
        ticket = _ticket_of((await runs.get(conn, run_id)).ticket_id)
    try:
        await desk.cancel(run_id, by=who.actor)
    except Conflict as error:
        return await shown(desk, who, ticket, Typed("cancel"), error)
    return _back(ticket)


async def _said(
    desk: Desk, who: Who, ticket_id: int, request: Request, name: str, place: str, say: Say
) -> Response:
    """Say it, and go back to where it stands. Refused, it is shown again with what was typed."""
    form = await request.form()
    typed = Typed(name, _text(form, "text"), _text(form, "key") or fresh_key())
    try:
        await say(typed)
    except (BadInput, Conflict, NotSent, OutcomeUnknown) as error:
        return await shown(desk, who, ticket_id, typed, error)
    return _back(ticket_id, place)


def _text(form: FormData, name: str) -> str:
    """A field of the form. Browsers send line ends of their own."""
    value = form.get(name)
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


def _ticket_of(ticket_id: int | None) -> int:
    if ticket_id is None:
        raise NotFound("It belongs to no ticket.")
    return ticket_id


def _back(ticket_id: int, place: str = "") -> Response:
    return RedirectResponse(f"/desk/tickets/{ticket_id}{place and '#' + place}", 303)
