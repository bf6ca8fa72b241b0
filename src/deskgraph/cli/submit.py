"""Handing something in: a customer's message, a colleague's question."""

import os
import sys
from typing import TYPE_CHECKING

import click

from deskgraph.cli.door import ID, asynchronous, caller, open_desk
from deskgraph.cli.output import document, notice, put
from deskgraph.database import transaction
from deskgraph.runs import Run, next_run
from deskgraph.tickets import Submitted, messages
from deskgraph.web import shapes

if TYPE_CHECKING:
    from deskgraph.bootstrap import Desk

WAIT = click.option(
    "--wait", is_flag=True, help="Wait for the run, and work it here when no worker is alive."
)
WAITS = " It waits for a person: deskgraph approvals"
SECONDS = click.option("--seconds", default=300.0, show_default=True, help="How long --wait waits at most.")


@click.command
@click.option("--from", "sender", required=True, metavar="EMAIL", help="The customer's address.")
@click.option("--subject", default="", metavar="S", help="What it is about, in a few words.")
@click.option("--ticket", type=ID, metavar="T", help="A ticket of theirs that this belongs to.")
@click.argument("text", required=False)
@WAIT
@SECONDS
@asynchronous
async def submit(
    sender: str, subject: str, ticket: int | None, text: str | None, wait: bool, seconds: float
) -> int:
    """Hand in a customer's message. TEXT is the message, or - to read it from standard input."""
    words = read_text(text)
    async with open_desk() as desk:
        submitted = await desk.submit(sender, subject, words, ticket_id=ticket)
        return await _tell(desk, submitted, seconds if wait else None)


@click.command
@click.argument("ticket", type=ID)
@click.argument("text", required=False)
@WAIT
@SECONDS
@asynchronous
async def ask(ticket: int, text: str | None, wait: bool, seconds: float) -> int:
    """Ask the agent about a ticket, in the team's lane. The customer sees neither question nor answer."""
    words = read_text(text)
    async with open_desk() as desk:
        submitted = await desk.ask(ticket, words, by=caller())
        return await _tell(desk, submitted, seconds if wait else None)


def read_text(given: str | None) -> str | bytes:
    """The text as it came: whether it is text is the ticket's to say."""
    if given is not None and given != "-":
        return os.fsencode(given)
    # A process that was started without one has no standard input at all.
    if sys.stdin is None or (given is None and sys.stdin.isatty()):
        raise click.UsageError("There is no TEXT. Give it, or - to read it from standard input.")
    return sys.stdin.buffer.read()


async def _tell(desk: "Desk", submitted: Submitted, seconds: float | None) -> int:
    told = shapes.Submission(
        ticket=submitted.ticket_id, run=submitted.run_id, notices=list(submitted.notices)
    )
    for line in submitted.notices:
        notice(line)
    if told.run is None:
        put(told, f"Ticket {told.ticket}: a person answers this one; no run was started.")
        return 0
    if seconds is None:
        worked = (await desk.health()).worker_seen
        then = f"`deskgraph show {told.ticket}` shows what comes of it"
        begin = "" if worked else " once a worker lives: `deskgraph serve` and `worker` start one"
        put(told, f"Ticket {told.ticket}, run {told.run}. {then}{begin}.")
        return 0
    run = await desk.wait(told.run, seconds)
    before = await _parked_before(desk, run)
    put(document(told, state=run.state, outcome=run.outcome), await _outcome(desk, run, before))
    return 0 if before else ended(run)


def ended(run: Run) -> int:
    """The exit status after waiting for a run, with the reason on standard error when it is not 0."""
    if run.state in {"done", "parked"}:
        return 0
    notice(f"deskgraph: run {run.id} is {run.state}. {run.reason}".strip())
    return 1


async def _parked_before(desk: "Desk", run: Run) -> Run | None:
    """The run of the same lane that waits for a person, and that this one waits for."""
    async with transaction(desk.pool) as conn:
        first = await next_run(conn, run.lane)
    return first if first and first.state == "parked" and run.state == "queued" else None


async def _outcome(desk: "Desk", run: Run, before: Run | None) -> str:
    head = f"Ticket {run.ticket_id}, run {run.id}: {run.outcome or run.state}."
    if before:
        return f"{head} Run {before.id} comes first and waits for a person: deskgraph approvals"
    if run.state == "parked":
        return head + WAITS
    if run.ticket_id is None:
        return head
    async with transaction(desk.pool) as conn:
        said = await messages(conn, run.ticket_id)
    answers = [
        message.text for message in said if message.run_id == run.id and message.author_role == "agent"
    ]
    return "\n\n".join([f"{head} {run.reason}".strip(), *answers])
