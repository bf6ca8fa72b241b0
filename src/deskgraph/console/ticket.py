"""One ticket: what was said in both lanes, what the agent decided, and what waits for a person."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from deskgraph.console.rendering import page
from deskgraph.console.waiting import Asked, all_waiting, tickets_waiting
from deskgraph.database import Connection, transaction
from deskgraph.errors import BadInput, DeskError
from deskgraph.runs import of_ticket
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.problems import KINDS

router = APIRouter(prefix="/desk/tickets")

STAFF = "console"
RUNS_SHOWN = 10


@dataclass(frozen=True)
class View:
    """What the page draws. Runs are newest first; `working`: loaded again, it will say more."""

    ticket: shapes.Ticket
    runs: tuple[shapes.Run, ...]
    older_runs: int
    questions: tuple[Asked, ...]
    waiting: int
    working: bool

    @property
    def customer(self) -> list[shapes.Message]:
        return [message for message in self.ticket.messages if message.lane == "customer"]

    @property
    def team(self) -> list[shapes.Message]:
        return [message for message in self.ticket.messages if message.lane == "team"]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """What the screen found in what the customer sent, each once."""
        found = [finding for question in self.questions for finding in question.approval.findings]
        found += [finding for run in self.runs for finding in (run.final or {}).get("findings", ())]
        return list({str(finding): finding for finding in found}.values())


@router.get("/{id}")
async def ticket(desk: OpenDesk, ticket_id: Id) -> Response:
    """The ticket's page."""
    return await _shown(desk, ticket_id)


@router.post("/{id}/ask")
async def ask(desk: OpenDesk, ticket_id: Id, request: Request) -> Response:
    """Ask the agent about it, in the team's lane."""
    text = (await request.form()).get("text")
    asked = text.replace("\r\n", "\n") if isinstance(text, str) else ""
    try:
        await desk.ask(ticket_id, asked, by=STAFF)
    except BadInput as error:
        return await _shown(desk, ticket_id, asked, error)
    return RedirectResponse(f"/desk/tickets/{ticket_id}#team", 303)


async def _shown(desk: Desk, ticket_id: int, asked: str = "", error: DeskError | None = None) -> Response:
    async with transaction(desk.pool) as conn:
        view = await _view(conn, ticket_id)
    status = KINDS[error.code].status if error else 200
    return page(
        "ticket.html",
        status,
        here="",
        waiting=view.waiting,
        view=view,
        ticket=view.ticket,
        asked=asked,
        error=str(error) if error else "",
        back="ticket",
    )


async def _view(conn: Connection, ticket_id: int) -> View:
    found = await reading.ticket(conn, ticket_id)
    runs = await of_ticket(conn, ticket_id)
    numbers = sorted((run.id for run in runs), reverse=True)
    parked = {run.lane for run in runs if run.state == "parked"}  # what is queued there waits as well
    return View(
        ticket=found,
        runs=tuple([await reading.run(conn, number) for number in numbers[:RUNS_SHOWN]]),
        older_runs=max(0, len(numbers) - RUNS_SHOWN),
        questions=tuple(await all_waiting(conn, ticket_id=ticket_id)),
        waiting=len(await tickets_waiting(conn)),
        working=any(
            run.state == "running" or (run.state == "queued" and run.lane not in parked) for run in runs
        ),
    )
