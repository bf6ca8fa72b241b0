"""Hand a ticket back to the agent, with words that its next run reads and the customer never sees."""

from collections.abc import Mapping

from deskgraph import runs
from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import AgentAnswers
from deskgraph.runs import lane_key
from deskgraph.settings import Settings
from deskgraph.staff.holding import hold_ticket, next_key
from deskgraph.tickets import (
    GRAPH,
    Submitted,
    Ticket,
    clean_text,
    post_words,
    set_handling,
    tell_run,
    unanswered,
    work_again,
)


async def handback(
    pool: Pool,
    ticket_id: int,
    text: str | bytes,
    *,
    by: str,
    models: Mapping[str, str],
    settings: Settings,
    trace: str | None = None,
) -> Submitted:
    """Give a ticket back to the agent. Messages that nobody answered are worked by a run of its own, or by the one that
    has them in hand; without any, `run_id` is None and the words wait for the customer's next message.

    Raises `NotFound`, `EmptyText`, `TextTooLong`, `NotText`; `AgentAnswers` when no person has the ticket, nor is asked
    for.
    """
    body, notices = clean_text(text, settings)
    async with transaction(pool) as conn:
        ticket = await hold_ticket(conn, ticket_id)
        if ticket.handling == "agent":
            raise AgentAnswers(
                f"The agent answers ticket {ticket.id} already.",
                f"Leave a note for colleagues: `deskgraph note {ticket.id}`; or take the ticket first.",
            )
        run_id = await _work_unanswered(conn, ticket, models, trace)
        words = await post_words(conn, ticket.id, body, by)
        await set_handling(
            conn, ticket.id, "agent", f"Handed back by {by}.", key=await next_key(conn, ticket.id)
        )
        # One that works already has read what it goes by: the words are for the next.
        if run_id is not None and (await runs.get(conn, run_id)).state == "queued":
            await tell_run(conn, ticket.id, run_id)
        # A run that is queued there need not give way any more.
        await runs.wake(conn, lane_key(ticket.id, "customer"))
    return Submitted(ticket.id, run_id, words.id, notices)


async def _work_unanswered(
    conn: Connection, ticket: Ticket, models: Mapping[str, str], trace: str | None
) -> int | None:
    """The run that answers what nobody answered yet."""
    waiting = await unanswered(conn, ticket.id)
    free = [message.id for message in waiting if message.in_hand is None]
    if not free:
        return waiting[-1].in_hand if waiting else None
    run = await runs.enqueue(
        conn,
        graph=GRAPH,
        ticket_id=ticket.id,
        lane=lane_key(ticket.id, "customer"),
        actor=f"customer:{ticket.customer}",
        models=models,
        trace=trace,
    )
    await work_again(conn, run.id, free)
    return run.id
