"""Tickets whose customer has nothing more to say: solved by silence, and closed by as much again."""

from dataclasses import dataclass
from typing import Literal

from deskgraph import database, runs
from deskgraph.database import Connection, load, many
from deskgraph.events import hold
from deskgraph.runs import lane_key, subject_key
from deskgraph.tickets.rows import set_status

QUERIES = load(__file__)
Silent = Literal["waiting", "solved"]
_BECOMES: dict[Silent, Literal["solved", "closed"]] = {"waiting": "solved", "solved": "closed"}


@dataclass(frozen=True)
class SilentTicket:
    """A ticket, and the message after which nothing was said."""

    id: int
    message: int


async def silent(
    conn: Connection,
    status: Silent,
    seconds: float,
    *,
    after: int = 0,
    limit: int | None = None,
    ticket_id: int | None = None,
) -> list[SilentTicket]:
    """Tickets of a status in whose customer lane the desk said the last word, so many seconds ago, and on which neither
    the agent nor a person is still at work."""
    return await many(
        conn,
        QUERIES["silent"],
        SilentTicket,
        status=status,
        seconds=seconds,
        after=after,
        limit=limit,
        id=ticket_id,
    )


async def move_on(conn: Connection, ticket_id: int, status: Silent, seconds: float) -> bool:
    """Bring a silent ticket into its next status; False when somebody said something after all. The same silence
    solves a ticket once and closes it once: whatever is said later begins another."""
    await runs.hold_lane(conn, lane_key(ticket_id, "customer"))
    await hold(conn, subject_key(ticket_id))
    await database.value(conn, QUERIES["lock_ticket"], id=ticket_id)
    still = await silent(conn, status, seconds, ticket_id=ticket_id)
    for found in still:
        to = _BECOMES[status]
        await set_status(conn, ticket_id, to, key=f"silence:{found.message}:{to}")
    return bool(still)
