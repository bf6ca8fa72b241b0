"""Messages left over when a person has handed their ticket back before the run that had them came to its end."""

from deskgraph import runs
from deskgraph.agents import RunContext
from deskgraph.database import Connection
from deskgraph.tickets import get_ticket, tell_run, unanswered, work_again


async def begin_again(conn: Connection, context: RunContext) -> None:
    """After the end of a run whose draft was not sent, for a person had the ticket: if the agent has it again by now,
    another run works what nobody answered. The lane is locked by the end."""
    run, ticket = context.run, await get_ticket(conn, context.ticket.id)
    waiting = await unanswered(conn, ticket.id) if ticket.handling == "agent" else []
    left = [message.id for message in waiting if message.in_hand is None]
    if not left:
        return
    after = await runs.enqueue(
        conn,
        graph=run.graph,
        ticket_id=ticket.id,
        lane=run.lane,
        actor=run.actor,
        models=run.models,
        trace=run.trace,
    )
    await work_again(conn, after.id, left)
    await tell_run(conn, ticket.id, after.id)
