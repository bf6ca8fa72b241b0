"""What a person does to a ticket begins with its lane: no run of it writes meanwhile, and no message slips in."""

import hashlib
import json
import secrets
from dataclasses import dataclass

from deskgraph.database import Connection
from deskgraph.events import last_number
from deskgraph.runs import lane_key, seize_lane, subject_key
from deskgraph.tickets import Message, Ticket, get_ticket


@dataclass(frozen=True)
class Said:
    """What a person said on a ticket; `notices` say what was changed in it."""

    message: Message
    notices: tuple[str, ...] = ()


async def hold_ticket(conn: Connection, ticket_id: int) -> Ticket:
    """The ticket as it stands, with the lane of its customer seized. Raises `NotFound`."""
    await get_ticket(conn, ticket_id)
    await seize_lane(conn, lane_key(ticket_id, "customer"))
    # Read again: it may have been erased while we waited.
    return await get_ticket(conn, ticket_id)


async def next_key(conn: Connection, ticket_id: int) -> str:
    """A key for an event that comes as often as somebody brings it about. The subject is held by the caller."""
    return f"person:{await last_number(conn, subject_key(ticket_id)) + 1}"


def key_of(what: str, by: str, key: str | None) -> str:
    """The key of something that a person says, under which it is said once: their own choice, or a fresh one."""
    chosen = secrets.token_hex(16) if key is None else json.dumps([by, key])
    return f"{what}:{hashlib.sha256(chosen.encode()).hexdigest()}"
