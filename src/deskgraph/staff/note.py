"""A note to the team: it takes no ticket and starts no run."""

from deskgraph import runs
from deskgraph.database import Pool, transaction
from deskgraph.errors import KeyReused
from deskgraph.runs import lane_key
from deskgraph.settings import Settings
from deskgraph.staff.holding import Said, key_of
from deskgraph.tickets import clean_text, get_ticket, post


async def note(
    pool: Pool,
    ticket_id: int,
    text: str | bytes,
    *,
    by: str,
    settings: Settings,
    key: str | None = None,
) -> Said:
    """Leave a note in the team's lane. With a `key` the same note is left once. Raises `NotFound`, `EmptyText`,
    `TextTooLong`, `NotText`, `KeyReused`."""
    body, notices = clean_text(text, settings)
    async with transaction(pool) as conn:
        await get_ticket(conn, ticket_id)
        await runs.hold_lane(conn, lane_key(ticket_id, "team"))
        # Read again: it may have been erased while we waited.
        await get_ticket(conn, ticket_id)
        left = await post(
            conn,
            ticket_id=ticket_id,
            lane="team",
            kind="note",
            author_role="staff",
            author=by,
            text=body,
            key=key_of("note", by, key),
        )
    if (left.ticket_id, left.text) != (ticket_id, body):
        raise KeyReused("This key was used for another note.", "Take a fresh key each time.")
    return Said(left, tuple(notices))
