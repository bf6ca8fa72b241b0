"""The rows of tickets and messages."""

from collections.abc import Sequence
from typing import Any

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection, load, many, one
from deskgraph.database.storable import storable, storable_text
from deskgraph.errors import NotFound
from deskgraph.events import (
    Classified,
    Event,
    HandlingChanged,
    MessageSent,
    StatusChanged,
    TeamMessageAdded,
    columns,
)
from deskgraph.runs import subject_key
from deskgraph.tickets.ticket import Handling, Kind, Lane, Message, Role, Status, Ticket

QUERIES = load(__file__)
_BIGINT = 2**63


async def get_ticket(conn: Connection, ticket_id: int, *, customer_id: int | None = None) -> Ticket:
    """The ticket; `NotFound` when there is none, or when it is not that customer's."""
    found = await one(conn, QUERIES["get_ticket"], Ticket, id=ticket_id) if 0 < ticket_id < _BIGINT else None
    if found is None or customer_id not in (None, found.customer_id):
        raise NotFound(f"There is no ticket {ticket_id}.", "`deskgraph tickets` lists them.")
    return found


async def list_tickets(
    conn: Connection,
    *,
    handling: Handling | None = None,
    status: Status | None = None,
    limit: int = 50,
    before: int | None = None,
    customer: int | None = None,
) -> list[Ticket]:
    """Tickets, newest first, of one customer or of all; `before` is the id after which a page begins."""
    return await many(
        conn,
        QUERIES["list_tickets"],
        Ticket,
        handling=handling,
        status=status,
        limit=limit,
        before=before,
        customer=customer,
    )


async def messages(
    conn: Connection, ticket_id: int, *, lane: Lane | None = None, last: int | None = None
) -> list[Message]:
    """What was said, oldest first, in one lane or in both; with `last` only so many of the newest."""
    return await many(conn, QUERIES["messages"], Message, ticket_id=ticket_id, lane=lane, last=last)


async def messages_of_run(conn: Connection, run_id: int) -> list[Message]:
    """The messages that a run works, and the notes that it is told, oldest first."""
    return await many(conn, QUERIES["messages_of_run"], Message, run_id=run_id)


async def post(
    conn: Connection,
    *,
    ticket_id: int,
    lane: Lane,
    kind: Kind,
    author_role: Role,
    author: str,
    text: str,
    citations: Sequence[dict[str, Any]] = (),
    model: str | None = None,
    run_id: int | None = None,
    key: str | None = None,
) -> Message:
    """Add a message and its event. With a key it is added once; the same key gives the message there is. Its text
    loses what no text column takes; people's texts are cleaned, with a notice, before they get here."""
    # Which message it is, the statement knows.
    event: Event = (
        MessageSent(message=0, author_role=author_role)
        if lane == "customer"
        else TeamMessageAdded(message=0, author_role=author_role, kind=kind)
    )
    message = await one(
        conn,
        QUERIES["post"],
        Message,
        subject=subject_key(ticket_id),
        ticket_id=ticket_id,
        lane=lane,
        kind=kind,
        author_role=author_role,
        author=author,
        text=storable_text(text),
        citations=Jsonb(storable(list(citations))),
        model=model,
        run_id=run_id,
        key=key,
        **columns(event),
    )
    if message is None:
        message = await posted(conn, key or "")
        assert message is not None
    return message


async def posted(conn: Connection, key: str) -> Message | None:
    """The message that was added under this key."""
    return await one(conn, QUERIES["message_by_key"], Message, key=key)


async def set_handling(
    conn: Connection, ticket_id: int, handling: Handling, reason: str, *, key: str, told: str | None = None
) -> None:
    """Who answers now, and why; the event says more with `told`. A ticket that a person has, or that waits for one with
    its reason, needs no person once more."""
    reason = storable_text(reason)
    event = HandlingChanged(handling=handling, reason=reason if told is None else storable_text(told))
    await _change(conn, "set_handling", ticket_id, key, event, handling=handling, reason=reason)


async def set_status(conn: Connection, ticket_id: int, status: Status, *, key: str) -> None:
    """Bring a ticket into a status; one it has already is no event."""
    await _change(conn, "set_status", ticket_id, key, StatusChanged(status=status), status=status)


async def set_classification(
    conn: Connection, ticket_id: int, category: str, priority: str, *, key: str
) -> None:
    """Category and priority, for the inbox."""
    event = Classified(category=category, priority=priority)
    await _change(conn, "set_classification", ticket_id, key, event, category=category, priority=priority)


async def _change(
    conn: Connection, query: str, ticket_id: int, key: str, event: Event, **values: str
) -> None:
    """Hold the subject, change the ticket, append the event if it changed: in one statement."""
    await database.run(
        conn,
        QUERIES[query],
        id=ticket_id,
        subject=subject_key(ticket_id),
        key=key,
        **values,
        **columns(event),
    )
