"""Reading tickets."""

from typing import get_args

import click

from deskgraph.cli.door import ID, asynchronous, open_rows
from deskgraph.cli.output import one_line, put, table
from deskgraph.tickets import Handling, Status
from deskgraph.web import reading, shapes


@click.command
@click.option(
    "--handling",
    type=click.Choice(get_args(Handling)),
    help="Only those answered by: the agent, or a person.",
)
@click.option("--status", type=click.Choice(get_args(Status)), help="Only those of this status.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many at most."
)
@asynchronous
async def tickets(handling: Handling | None, status: Status | None, limit: int) -> None:
    """List the newest tickets."""
    async with open_rows() as conn:
        found = await reading.tickets(conn, handling=handling, status=status, limit=limit)
    rows = [
        (
            each.id,
            each.customer,
            each.status,
            each.handling,
            each.category,
            each.priority,
            one_line(each.subject),
        )
        for each in found
    ]
    head = ["ticket", "customer", "status", "handling", "category", "priority", "subject"]
    put(found, table(head, rows) if rows else "There are no tickets.")


@click.command
@click.argument("ticket", type=ID)
@asynchronous
async def show(ticket: int) -> None:
    """Show a ticket with what was said on it."""
    async with open_rows() as conn:
        found = await reading.ticket(conn, ticket)
    put(found, _drawn(found))


def _drawn(ticket: shapes.Ticket) -> str:
    about = ", ".join(filter(None, [ticket.status, ticket.handling, ticket.category, ticket.priority]))
    head = f"Ticket {ticket.id} of {ticket.customer}: {ticket.subject}\n{about}"
    if ticket.handling_reason:
        head += f"\n{ticket.handling_reason}"
    return "\n\n".join([head, *map(_said, ticket.messages), *map(_unknown, ticket.unknown)])


def _unknown(effect: shapes.Effect) -> str:
    return f"Nobody knows whether {effect.action} happened: deskgraph settle {effect.id}"


def _said(message: shapes.Message) -> str:
    lane = "" if message.lane == "customer" else " to the team"
    model = f" ({message.model})" if message.model else ""
    cited = "".join(f"\n  see: {citation.get('title', '')}" for citation in message.citations)
    head = f"-- {message.created:%Y-%m-%d %H:%M} {message.author} {message.by}{lane}{model}"
    return f"{head}\n{message.text}{cited}"
