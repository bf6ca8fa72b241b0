"""The queue of what waits for a person, and the form that rules on it."""

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from deskgraph.accounts import Who
from deskgraph.console.form import correction, replacement
from deskgraph.console.rendering import page
from deskgraph.console.waiting import all_waiting, asked, tickets_waiting
from deskgraph.database import transaction
from deskgraph.effects import approvals as rows
from deskgraph.errors import ApprovalNotAllowed, BadInput, Conflict, DeskError, Expired
from deskgraph.staff import Ruling
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.ids import number
from deskgraph.web.letting_in import Colleague
from deskgraph.web.problems import KINDS
from deskgraph.web.reading import approval_of

router = APIRouter(prefix="/desk/approvals")


@router.get("")
async def queue(desk: OpenDesk, who: Colleague, ruled: str = "") -> Response:
    """What waits, oldest first; after a ruling, what became of it."""
    async with transaction(desk.pool) as conn:
        waiting = await all_waiting(conn)
        last = asked(await rows.get(conn, number(ruled))) if ruled else None
    return page(
        "approvals.html",
        here="approvals",
        who=who,
        waiting=len(waiting),
        questions=waiting,
        last=last,
        back="queue",
    )


@router.get("/{id}")
async def one(desk: OpenDesk, who: Colleague, approval_id: Id) -> Response:
    """One question, whatever became of it."""
    return await _shown(desk, who, approval_id, {}, None)


@router.post("/{id}/decision")
async def rule(desk: OpenDesk, who: Colleague, approval_id: Id, request: Request) -> Response:
    """Rule on it, and go back to where the form was. Refused, it is shown again with what was typed."""
    typed = _texts(await request.form())
    async with transaction(desk.pool) as conn:
        asked_for = approval_of(await rows.get(conn, approval_id))
    try:
        approve = typed.get("decision") == "approve"
        if not approve and typed.get("decision") != "reject":
            raise BadInput("The form said neither approve nor reject.", "Use one of its buttons.")
        said = Ruling(
            approve=approve,
            arguments=correction(asked_for, typed) if approve else None,
            text=replacement(asked_for, typed) if approve else None,
            note=typed.get("note", ""),
            seen=number(typed["seen"]) if typed.get("seen") else None,
            role=who.role,
        )
        await desk.rule(approval_id, said, by=who.actor)
    except (ApprovalNotAllowed, BadInput, Conflict, Expired) as error:
        return await _shown(desk, who, approval_id, typed, error)
    if typed.get("back") == "ticket" and asked_for.ticket is not None:
        return RedirectResponse(f"/desk/tickets/{asked_for.ticket}", 303)
    return RedirectResponse(f"/desk/approvals?ruled={approval_id}", 303)


async def _shown(
    desk: Desk, who: Who, approval_id: int, typed: dict[str, str], error: DeskError | None
) -> Response:
    async with transaction(desk.pool) as conn:
        row = await rows.get(conn, approval_id)
        waiting = len(await tickets_waiting(conn))
    question = asked(row, typed, str(error) if error else "")
    status = KINDS[error.code].status if error else 200
    return page(
        "approval.html", status, here="approvals", who=who, waiting=waiting, question=question, back="queue"
    )


def _texts(form: FormData) -> dict[str, str]:
    """The form's fields. An uploaded file is none of ours."""
    return {name: value for name, value in form.items() if isinstance(value, str)}
