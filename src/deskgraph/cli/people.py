"""What people do to a ticket: take it, reply, leave a note, hand it back."""

import click

from deskgraph.cli.door import ID, asynchronous, caller, open_desk
from deskgraph.cli.output import document, notice, put
from deskgraph.cli.submit import SECONDS, WAIT, WAITS, ended, read_text
from deskgraph.database import transaction
from deskgraph.web import reading, shapes


@click.command
@click.argument("ticket", type=ID)
@asynchronous
async def take(ticket: int) -> None:
    """Take a ticket from the agent.

    Nothing that the agent wrote leaves any more, from a run in flight either. A call that waits for a ruling goes on
    waiting.
    """
    async with open_desk() as desk:
        taken = await desk.take(ticket, by=caller())
        async with transaction(desk.pool) as conn:
            found = await reading.taken(conn, taken)
    if found.already:
        put(found, f"Ticket {found.id} is yours already.")
        return
    kept = "".join(f" The draft of run {run} is kept and not sent." for run in found.cancelled)
    put(found, f"Ticket {found.id} is yours.{kept} Reply: deskgraph reply {found.id} TEXT")


@click.command
@click.argument("ticket", type=ID)
@click.argument("text", required=False)
@asynchronous
async def reply(ticket: int, text: str | None) -> None:
    """Reply to the customer yourself. It takes the ticket, and passes the screen that the agent's drafts pass."""
    words = read_text(text)
    async with open_desk() as desk:
        said = await desk.reply(ticket, words, by=caller())
    _tell(ticket, said.notices, f"Sent on ticket {ticket}, which is yours now.")


@click.command
@click.argument("ticket", type=ID)
@click.argument("text", required=False)
@asynchronous
async def note(ticket: int, text: str | None) -> None:
    """Leave a note for the team. It takes no ticket and starts no run."""
    words = read_text(text)
    async with open_desk() as desk:
        said = await desk.note(ticket, words, by=caller())
    _tell(ticket, said.notices, f"Noted on ticket {ticket}.")


@click.command
@click.argument("ticket", type=ID)
@click.argument("text", required=False)
@WAIT
@SECONDS
@asynchronous
async def handback(ticket: int, text: str | None, wait: bool, seconds: float) -> int:
    """Hand a ticket back to the agent.

    TEXT tells it what to go by: its next run for the customer reads it, and the customer never does.
    """
    words = read_text(text)
    async with open_desk() as desk:
        given = await desk.handback(ticket, words, by=caller())
        run = await desk.wait(given.run_id, seconds) if wait and given.run_id is not None else None
    told = shapes.Submission(ticket=given.ticket_id, run=given.run_id, notices=list(given.notices))
    for line in given.notices:
        notice(line)
    head = f"The agent has ticket {ticket} again."
    if run is not None:
        became = f"Run {run.id}: {run.outcome or run.state}. {run.reason}".strip()
        put(
            document(told, state=run.state, outcome=run.outcome),
            f"{head} {became}{WAITS if run.state == 'parked' else ''}",
        )
        return ended(run)
    left = "Nothing waits for an answer." if told.run is None else f"Run {told.run} works what waits."
    put(told, f"{head} {left}")
    return 0


def _tell(ticket: int, notices: tuple[str, ...], text: str) -> None:
    for line in notices:
        notice(line)
    put(shapes.Submission(ticket=ticket, run=None, notices=list(notices)), text)
