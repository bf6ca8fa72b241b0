"""The door into a ticket: a customer's message, or a colleague's question. One transaction, the caller's."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict

from psycopg.types.json import Jsonb

from deskgraph import database, runs
from deskgraph.database import Connection, load
from deskgraph.database.storable import storable_text
from deskgraph.errors import KeyReused
from deskgraph.events import TicketOpened, append, hold
from deskgraph.runs import Audience, lane_key, subject_key
from deskgraph.settings import Settings
from deskgraph.tickets.clean import clean_address, clean_subject, clean_text
from deskgraph.tickets.customer import held_customer
from deskgraph.tickets.handing import tell_run
from deskgraph.tickets.rows import get_ticket, post, set_status
from deskgraph.tickets.ticket import Submitted, Ticket

QUERIES = load(__file__)
GRAPH = "support"


async def submit(
    conn: Connection,
    *,
    sender: str,
    subject: str,
    text: str | bytes,
    actor: str,
    models: Mapping[str, str],
    settings: Settings,
    ticket_id: int | None = None,
    idempotency_key: str | None = None,
    trace: str | None = None,
) -> Submitted:
    """A customer's message: on a new ticket, or on one of theirs. A closed ticket is followed by a linked one.

    No run starts while a person answers. With an idempotency key the same message gives the same answer twice;
    another message under that key is `KeyReused`.
    """
    address = clean_address(sender)
    body, notices = clean_text(text, settings)
    title, more = clean_subject(subject, body, settings)
    before = await _said_before(conn, idempotency_key, address, title, body, ticket_id)
    if before is not None:
        return before
    customer = await held_customer(conn, address)
    ticket = await _ticket(conn, customer, title, ticket_id)
    if ticket.follows_id is not None and ticket.follows_id == ticket_id:
        notices.append(
            f"Ticket {ticket_id} is closed; the message opened ticket {ticket.id}, which follows it."
        )
    run_id = None
    if ticket.handling == "agent":
        run_id = await _run(conn, ticket, "customer", actor, models, trace)
        if ticket_id is not None:
            await tell_run(conn, ticket.id, run_id)
    message = await post(
        conn,
        ticket_id=ticket.id,
        lane="customer",
        kind="message",
        author_role="customer",
        author=address,
        text=body,
        run_id=run_id,
    )
    await set_status(conn, ticket.id, "open", key=f"message:{message.id}:open")
    submitted = Submitted(ticket.id, run_id, message.id, [*notices, *(more if ticket_id is None else [])])
    if idempotency_key is not None:
        await database.run(
            conn,
            QUERIES["remember_response"],
            key=_owned(idempotency_key, address),
            response=Jsonb(asdict(submitted)),
        )
    return submitted


async def ask(
    conn: Connection,
    *,
    ticket_id: int,
    text: str | bytes,
    by: str,
    models: Mapping[str, str],
    settings: Settings,
    trace: str | None = None,
) -> Submitted:
    """A colleague's question about a ticket, in its team lane."""
    body, notices = clean_text(text, settings)
    await get_ticket(conn, ticket_id)
    # Read again when alone in the lane: its customer may have been erased while we waited for it.
    await runs.hold_lane(conn, lane_key(ticket_id, "team"))
    ticket = await get_ticket(conn, ticket_id)
    run_id = await _run(conn, ticket, "team", f"staff:{by}", models, trace)
    message = await post(
        conn,
        ticket_id=ticket.id,
        lane="team",
        kind="question",
        author_role="staff",
        author=by,
        text=body,
        run_id=run_id,
    )
    return Submitted(ticket.id, run_id, message.id, notices)


async def _run(
    conn: Connection,
    ticket: Ticket,
    audience: Audience,
    actor: str,
    models: Mapping[str, str],
    trace: str | None,
) -> int:
    lane = lane_key(ticket.id, audience)
    run = await runs.enqueue(
        conn, graph=GRAPH, ticket_id=ticket.id, lane=lane, actor=actor, models=models, trace=trace
    )
    return run.id


async def _ticket(conn: Connection, customer: int, subject: str, ticket_id: int | None) -> Ticket:
    if ticket_id is None:
        return await _open(conn, customer, subject, None)
    ticket = await get_ticket(conn, ticket_id, customer_id=customer)
    # A message is ordered against a change of who handles the ticket, and against what its run writes. Lane, subject,
    # ticket: the order of locks in which runs write, or the two would wait for each other in a circle.
    await runs.hold_lane(conn, lane_key(ticket.id, "customer"))
    await hold(conn, subject_key(ticket.id))
    await database.value(conn, QUERIES["lock_ticket"], id=ticket.id)
    ticket = await get_ticket(conn, ticket.id)
    if ticket.status == "closed":
        return await _open(conn, customer, ticket.subject, ticket.id)
    return ticket


async def _open(conn: Connection, customer: int, subject: str, follows: int | None) -> Ticket:
    opened = int(
        await database.value(
            conn, QUERIES["open_ticket"], customer=customer, subject=subject, follows=follows
        )
    )
    await append(conn, subject_key(opened), TicketOpened(subject=subject), key="opened")
    return await get_ticket(conn, opened)


async def _said_before(
    conn: Connection, key: str | None, address: str, subject: str, text: str, ticket_id: int | None
) -> Submitted | None:
    if key is None:
        return None
    key = _owned(key, address)
    said = json.dumps([address, subject, text, ticket_id])
    body_hash = hashlib.sha256(said.encode()).hexdigest()
    if await database.run(conn, QUERIES["claim_key"], key=key, body_hash=body_hash):
        return None
    row = await (await conn.execute(QUERIES["response"], {"key": key})).fetchone()
    if row is None or row["body_hash"] != body_hash:
        raise KeyReused(
            "This Idempotency-Key was used for another message.", "Send a fresh key with each message."
        )
    return Submitted(**row["response"])


def _owned(key: str, address: str) -> str:
    """The key as it is kept: each customer's keys are their own."""
    return storable_text(f"{address} {key}")
