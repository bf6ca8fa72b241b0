"""Sending a reply through the ledger.

The message is a row of our own database, so claim, message and settlement are one transaction: there is no moment
in which nobody knows whether it was sent. A channel that leaves this database claims before and settles after.
"""

from typing import assert_never

from deskgraph.agents import RunContext
from deskgraph.effects import Fresh, Settled, Unknown, canonical, claim, settle
from deskgraph.graphs.state import Draft
from deskgraph.tickets import post, set_status

SEND_KEY = "run:{run}:delivery_send:0"


async def send(context: RunContext, draft: Draft) -> None:
    """Send the draft to the ticket's customer, once however often the step is repeated."""
    run, ticket = context.run, context.ticket
    async with context.writing() as conn:
        claimed = await claim(
            conn,
            run_id=run.id,
            key=SEND_KEY.format(run=run.id),
            action="send_reply",
            arguments=canonical({"text": draft.text}),
            fence=context.fence,
            lane=run.lane,
        )
        match claimed:
            case Settled() | Unknown():
                return
            case Fresh(effect_id=effect_id):
                message = await post(
                    conn,
                    ticket_id=ticket.id,
                    lane="customer",
                    kind="answer",
                    author_role="agent",
                    author="deskgraph",
                    text=draft.text,
                    citations=[citation.model_dump(mode="json") for citation in draft.citations],
                    model=draft.model or None,
                    run_id=run.id,
                    key=f"run:{run.id}:reply",
                )
                await settle(conn, effect_id, "done", f"message {message.id}")
                if not draft.fixed:
                    await set_status(conn, ticket.id, "waiting", key=f"run:{run.id}:waiting")
            case _:
                assert_never(claimed)
