"""A colleague's reply to the customer: it takes the ticket, passes the output screen and goes out once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import assert_never

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import Unknown
from deskgraph.errors import NotSent, OutcomeUnknown
from deskgraph.graphs import Letter, Refused, Sender, Sent, Writing, deliver
from deskgraph.settings import Settings
from deskgraph.staff.holding import Said, hold_ticket, key_of
from deskgraph.staff.screening import ScreenText, screen_reply
from deskgraph.staff.take import take_held
from deskgraph.tickets import Ticket, clean_text, get_ticket


async def reply(
    pool: Pool,
    sender: Sender,
    ticket_id: int,
    text: str | bytes,
    *,
    by: str,
    screen: ScreenText,
    settings: Settings,
    key: str | None = None,
) -> Said:
    """Reply to the customer of a ticket, which its agent then no longer answers; no run starts. With a `key` the same
    reply is sent once, however often it is handed in.

    Raises `NotFound`, `EmptyText`, `TextTooLong`, `NotText`, `TextStopped`, `KeyReused`, `StillUnderWay`; `NotSent`
    when nothing left; `OutcomeUnknown` when nobody knows whether it did. After these two the ticket is theirs all the
    same.
    """
    body, notices = clean_text(text, settings)
    async with transaction(pool) as conn:
        ticket = await get_ticket(conn, ticket_id)

    async def check(conn: Connection) -> None:
        await screen_reply(conn, ticket_id, body, screen)
        held = await get_ticket(conn, ticket_id)
        if held.handling != "with_staff":
            # The effect was claimed before the approvals that this may take back, against the order of locks: it is
            # not committed yet, so nobody can wait for it.
            await take_held(conn, held, by)

    letter = _letter(ticket, body, by, key)
    sent = await deliver(
        _writing(pool, ticket_id), sender, letter, check=check, seconds=settings.send_timeout
    )
    match sent:
        case Sent(message=message):
            return Said(message, tuple(notices))
        case Refused(reason=reason):
            raise NotSent(f"The reply was not sent: {reason}", "Send it again once that is mended.")
        case Unknown(effect_id=effect):
            raise OutcomeUnknown(
                f"Nobody knows whether the reply was sent (effect {effect}).",
                f"Find out, then settle it: `deskgraph settle {effect}`. It is not sent again.",
                effect=effect,
            )
        case _:
            assert_never(sent)


def _letter(ticket: Ticket, text: str, by: str, key: str | None) -> Letter:
    return Letter(
        key=key_of("reply", by, key),
        ticket_id=ticket.id,
        to=ticket.customer,
        subject=ticket.subject,
        text=text,
        kind="reply",
        author_role="staff",
        author=by,
    )


def _writing(pool: Pool, ticket_id: int) -> Writing:
    @asynccontextmanager
    async def writing() -> AsyncIterator[Connection]:
        async with transaction(pool) as conn:
            await hold_ticket(conn, ticket_id)
            yield conn

    return writing
