"""Sending a reply through the ledger.

The message is a row of our own database, so claim, message and settlement are one transaction: there is no moment
in which nobody knows whether it was sent. A channel that leaves this database claims before and settles after.
"""

from dataclasses import dataclass
from typing import assert_never

from deskgraph.agents import RunContext
from deskgraph.database import Connection
from deskgraph.effects import Fresh, Settled, Unknown, canonical, claim, granted, settle
from deskgraph.errors import NotApproved
from deskgraph.graphs.state import Draft
from deskgraph.tickets import post, set_status

SEND = "send_reply"
SEND_KEY = "run:{run}:delivery_send:0"


@dataclass(frozen=True)
class Clearance:
    """The exact text that may leave. One that was `held` leaves only by an approval."""

    text: str
    held: bool
    approval: int | None


async def send(context: RunContext, draft: Draft, clearance: Clearance) -> None:
    """Send the draft to the ticket's customer, once however often the step is repeated.

    This door's second check: raises `NotApproved` for a text that no review and no person let through, even if the
    graph were wired wrongly.
    """
    run, ticket = context.run, context.ticket
    async with context.writing() as conn:
        await _refuse_uncleared(conn, run.id, draft, clearance)
        claimed = await claim(
            conn,
            run_id=run.id,
            key=SEND_KEY.format(run=run.id),
            action=SEND,
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


async def _refuse_uncleared(conn: Connection, run_id: int, draft: Draft, clearance: Clearance) -> None:
    if draft.fixed:
        return
    if draft.text != clearance.text:
        raise NotApproved("A draft was about to be sent that no review and no person let through.")
    if not clearance.held:
        return
    if clearance.approval is None:
        raise NotApproved("A draft that waits for a person was about to be sent without their word.")
    grant = await granted(conn, clearance.approval, run_id=run_id, kind="reply")
    if not grant.covers(SEND, draft.text):
        raise NotApproved("A text was about to be sent that is not the one a person approved.")
