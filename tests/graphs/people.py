"""Runs of a scripted model that a person meets on their way, and what became of them."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    Claim,
    Classification,
    Decision,
    PassDraft,
)
from deskgraph.events import since
from deskgraph.runs import Run, get, subject_key
from deskgraph.tickets import Message, Ticket, get_ticket, messages

from .paid_model import PaidModel

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
PASSED = PassDraft(reasoning="It matches.")
KNOWN = AnswerCustomer(reasoning="Known.")
NINE = Answer(claims=(Claim(text="Nine hours."),))
ANSWERED: tuple[Decision, ...] = (SORTED, KNOWN, NINE, PASSED)


async def asks(desk: Desk, text: str = "How long does it burn?", ticket: int | None = None) -> Run:
    """A customer's message, and the run that will work it."""
    sent = await desk.submit("ada@example.com", "Lamps", text, ticket_id=ticket)
    assert sent.run_id is not None
    return await run_of(desk, sent.run_id)


async def run_of(desk: Desk, number: int) -> Run:
    async with transaction(desk.pool) as conn:
        return await get(conn, number)


async def ticket_of(desk: Desk, run: Run) -> Ticket:
    async with transaction(desk.pool) as conn:
        return await get_ticket(conn, run.ticket_id or 0)


async def said(desk: Desk, run: Run, author: str = "agent") -> list[Message]:
    """What an author said to the customer."""
    async with transaction(desk.pool) as conn:
        found = await messages(conn, run.ticket_id or 0, lane="customer")
    return [message for message in found if message.author_role == author]


async def handled(desk: Desk, run: Run) -> list[dict[str, object]]:
    """Every change of who answers the ticket."""
    async with transaction(desk.pool) as conn:
        events = await since(conn, subject_key(run.ticket_id or 0), 0)
    return [event.payload for event in events if event.type == "handling.changed"]


@asynccontextmanager
async def while_asked(
    desk: Desk, paid: PaidModel, run: Run, decision: type[Decision]
) -> AsyncIterator[threading.Event]:
    """The run is worked here; the body is done while its model thinks about a decision, until the event is set; after
    the body the run goes on as far as it comes."""
    thinking = threading.Event()
    paid.hold(decision, thinking)
    async with asyncio.TaskGroup() as group:
        group.create_task(desk.wait(run.id, 30))
        try:
            while not paid.was_asked(decision):  # noqa: ASYNC110  # the model's thread sets no event of this loop
                await asyncio.sleep(0.02)
            yield thinking
        finally:
            thinking.set()
