"""Sending an agent's reply: only a text that was let through, and only while the agent answers the ticket."""

from dataclasses import dataclass

from deskgraph.agents import RunContext
from deskgraph.database import Connection
from deskgraph.effects import granted
from deskgraph.errors import NotApproved, PersonAnswers
from deskgraph.graphs.sender import SEND, Delivered, Letter, Portal, Sender, deliver, put_up
from deskgraph.graphs.state import Draft
from deskgraph.tickets import get_ticket

SEND_KEY = "run:{run}:delivery_send:0"


@dataclass(frozen=True)
class Clearance:
    """The exact text that may leave. One that was `held` leaves only by an approval."""

    text: str
    held: bool
    approval: int | None


class _Away:
    """A sender that lets other runs run while it sends."""

    def __init__(self, sender: Sender, context: RunContext) -> None:
        self._sender, self._turns = sender, context.turns

    async def send(self, letter: Letter) -> str:
        async with self._turns.away():
            return await self._sender.send(letter)


async def send(context: RunContext, sender: Sender, draft: Draft, clearance: Clearance) -> Delivered:
    """Send the draft to the ticket's customer, once however often the step is repeated.

    This door's second check: raises `NotApproved` for a text that no review and no person let through, even if the
    graph were wired wrongly; and `PersonAnswers` when somebody took the ticket from the agent meanwhile.
    """

    async def check(conn: Connection) -> None:
        await _refuse_uncleared(conn, context.run.id, draft, clearance)
        await refuse_taken(conn, context)

    await context.keep()
    return await deliver(
        context.writing,
        sender if isinstance(sender, Portal) else _Away(sender, context),
        _letter(context, draft),
        check=check,
        seconds=context.settings.send_timeout,
    )


async def note_as_sent(context: RunContext, draft: Draft) -> None:
    """Put the draft on the ticket: a person found out that it reached the customer."""
    async with context.writing() as conn:
        await put_up(conn, _letter(context, draft))


async def refuse_taken(conn: Connection, context: RunContext) -> None:
    """Raise `PersonAnswers` when the agent no longer answers this ticket. Whoever takes it holds its lane first, and so
    does a transaction that has checked its fence."""
    ticket = await get_ticket(conn, context.ticket.id)
    if ticket.handling != "agent":
        why = f": {ticket.handling_reason}" if ticket.handling_reason else "."
        raise PersonAnswers(f"A person answers this ticket by now{why}", "The draft was kept and not sent.")


def _letter(context: RunContext, draft: Draft) -> Letter:
    run, ticket = context.run, context.ticket
    return Letter(
        key=SEND_KEY.format(run=run.id),
        ticket_id=ticket.id,
        to=ticket.customer,
        subject=ticket.subject,
        text=draft.text,
        kind="answer",
        author_role="agent",
        author="deskgraph",
        citations=tuple(citation.model_dump(mode="json") for citation in draft.citations),
        model=draft.model or None,
        run_id=run.id,
        fence=context.fence,
        waits=not draft.fixed,
    )


async def _refuse_uncleared(conn: Connection, run_id: int, draft: Draft, clearance: Clearance) -> None:
    if draft.fixed:
        return
    if draft.text != clearance.text:
        raise NotApproved("A draft was about to be sent that no review and no person let through.")
    if not clearance.held:
        return
    if clearance.approval is None:
        raise NotApproved("A draft that waits for a person was about to be sent without their word.")
    grant = await granted(conn, clearance.approval, run_id=run_id, kind="reply")
    if not grant.covers(SEND, draft.text):
        raise NotApproved("A text was about to be sent that is not the one a person approved.")
