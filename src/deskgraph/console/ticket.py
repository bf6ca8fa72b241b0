"""One ticket: what was said in both lanes, what the agent decided, and what waits for a person."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from deskgraph.accounts import Who
from deskgraph.console.rendering import page
from deskgraph.console.waiting import Asked, all_waiting, tickets_waiting
from deskgraph.database import Connection, transaction
from deskgraph.errors import DeskError
from deskgraph.runs import of_ticket
from deskgraph.web import reading, shapes
from deskgraph.web.desk import Desk, Id, OpenDesk
from deskgraph.web.letting_in import Colleague
from deskgraph.web.problems import KINDS

router = APIRouter(prefix="/desk/tickets")

RUNS_SHOWN = 10


def fresh_key() -> str:
    """What makes a form one, however often its button is pressed."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class Typed:
    """What was written into which form, shown again when it was refused. `key` makes a reply one."""

    form: str = ""
    text: str = ""
    key: str = field(default_factory=fresh_key)


@dataclass(frozen=True)
class View:
    """What the page draws. Runs are newest first; `unknown` are effects that no question asks about; `working`: loaded
    again, it will say more."""

    ticket: shapes.Ticket
    runs: tuple[shapes.Run, ...]
    older_runs: int
    questions: tuple[Asked, ...]
    unknown: tuple[shapes.Effect, ...]
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
async def ticket(desk: OpenDesk, who: Colleague, ticket_id: Id) -> Response:
    """The ticket's page."""
    return await shown(desk, who, ticket_id, Typed())


async def shown(
    desk: Desk, who: Who, ticket_id: int, typed: Typed, error: DeskError | None = None
) -> Response:
    """The ticket's page; with an error, as the form was sent and with the error's status."""
    async with transaction(desk.pool) as conn:
        view = await _view(conn, ticket_id)
    return page(
        "ticket.html",
        KINDS[error.code].status if error else 200,
        here="",
        who=who,
        waiting=view.waiting,
        view=view,
        ticket=view.ticket,
        typed=typed,
        error=str(error) if error else "",
        back="ticket",
        yours=view.ticket.handling_reason == f"Taken by {who.actor}.",
    )


async def _view(conn: Connection, ticket_id: int) -> View:
    found = await reading.ticket(conn, ticket_id)
    runs = await of_ticket(conn, ticket_id)
    numbers = sorted((run.id for run in runs), reverse=True)
    parked = {run.lane for run in runs if run.state == "parked"}  # what is queued there waits as well
    questions = await all_waiting(conn, ticket_id=ticket_id)
    asked_about = {question.approval.effect for question in questions}
    return View(
        ticket=found,
        runs=tuple([await reading.run(conn, number) for number in numbers[:RUNS_SHOWN]]),
        older_runs=max(0, len(numbers) - RUNS_SHOWN),
        questions=tuple(questions),
        unknown=tuple(effect for effect in found.unknown if effect.id not in asked_about),
        waiting=len(await tickets_waiting(conn)),
        working=any(
            run.state == "running" or (run.state == "queued" and run.lane not in parked) for run in runs
        ),
    )
