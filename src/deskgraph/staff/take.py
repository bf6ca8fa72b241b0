"""Take a ticket from the agent: nothing that it wrote leaves any more, from a run in flight either."""

from dataclasses import dataclass

from deskgraph import runs
from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import approvals
from deskgraph.events import hold
from deskgraph.runs import lane_key, subject_key
from deskgraph.staff.ending import end_run
from deskgraph.staff.holding import hold_ticket, next_key
from deskgraph.tickets import Ticket, get_ticket, set_handling


@dataclass(frozen=True)
class Taken:
    """The ticket is theirs. `already`: it was before, and nothing changed; `ended`: the runs whose drafts waited for
    somebody's word, which nobody gives any more."""

    ticket: Ticket
    already: bool
    ended: tuple[int, ...] = ()


async def take(pool: Pool, ticket_id: int, *, by: str) -> Taken:
    """Take a ticket, from the agent or from a colleague. Raises `NotFound`.

    A run in flight goes on and is refused when it sends; a draft that waits for a ruling is kept and not asked about
    any more; a tool call that waits may still be ruled on, for whoever has the ticket may want it.
    """
    async with transaction(pool) as conn:
        return await take_held(conn, await hold_ticket(conn, ticket_id), by)


async def take_held(conn: Connection, ticket: Ticket, by: str) -> Taken:
    """Take a ticket whose lane is held."""
    reason = f"Taken by {by}."
    if (ticket.handling, ticket.handling_reason) == ("with_staff", reason):
        return Taken(ticket, already=True)
    ended = await _end_waiting_drafts(conn, ticket.id, by)
    await hold(conn, subject_key(ticket.id))
    before = (await get_ticket(conn, ticket.id)).handling_reason
    await set_handling(
        conn,
        ticket.id,
        "with_staff",
        reason,
        told=f"{reason} Before: {before}" if before else reason,
        key=await next_key(conn, ticket.id),
    )
    # What is queued there gives way.
    await runs.wake(conn, lane_key(ticket.id, "customer"))
    return Taken(await get_ticket(conn, ticket.id), already=False, ended=ended)


async def _end_waiting_drafts(conn: Connection, ticket_id: int, by: str) -> tuple[int, ...]:
    ended = []
    for asked in await approvals.list(conn, ticket_id=ticket_id):
        # Held and read again: somebody may be ruling on it now. What they approve is refused when it is sent.
        if asked.kind == "reply" and (await approvals.held(conn, asked.id)).status == "pending":
            run = await runs.get(conn, asked.run_id)
            await end_run(conn, run, f"{by} took the ticket. The draft was kept and not sent.")
            ended.append(run.id)
    return tuple(ended)
