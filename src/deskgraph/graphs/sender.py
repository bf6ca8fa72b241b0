"""How something said on a ticket reaches its customer: once, through the ledger, whoever wrote it.

The portal shows the message's own row, so claim, message and settlement are one transaction: there is no moment in
which nobody knows whether it was sent. A sender that leaves this database is called between a claim and its settlement,
each in a transaction of its own.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, assert_never

from deskgraph.database import Connection
from deskgraph.effects import Claim, Effect, Fresh, Settled, Unknown, canonical, claim, free, settle
from deskgraph.errors import NotSent
from deskgraph.tickets import Kind, Message, Ticket, post, posted, set_status

SEND = "send_reply"
Writing = Callable[[], AbstractAsyncContextManager[Connection]]
Check = Callable[[Connection], Awaitable[None]]


@dataclass(frozen=True)
class Letter:
    """What goes out to a customer at an address. `key` is the ledger's: it makes the letter one, however often it is
    handed over."""

    key: str
    ticket_id: int
    to: str
    subject: str
    text: str
    kind: Kind
    author_role: Literal["agent", "staff"]
    author: str
    citations: tuple[Mapping[str, Any], ...] = ()
    model: str | None = None
    run_id: int | None = None
    fence: int = 0
    # Whether its ticket then waits for the customer.
    waits: bool = True

    @property
    def kept(self) -> str:
        """What the ledger keeps of it. A person's letter has no run that remembers it: its row tells who wrote it."""
        said = {"text": self.text}
        return canonical(said if self.run_id is not None else {**said, "author": self.author})


def letter_of(effect: Effect, ticket: Ticket) -> Letter:
    """A person's letter, from the row that the ledger keeps of it."""
    said = json.loads(effect.arguments)
    return Letter(
        key=effect.key,
        ticket_id=ticket.id,
        to=ticket.customer,
        subject=ticket.subject,
        text=said["text"],
        kind="reply",
        author_role="staff",
        author=said["author"],
    )


class Sender(Protocol):
    """Hands letters to a channel outside this database."""

    async def send(self, letter: Letter) -> str:
        """Send it; gives a receipt. `NotSent` says that nothing left; after any other error nobody knows."""


class Portal:
    """The default: the customer reads the message's own row, and nothing leaves this database."""

    async def send(self, letter: Letter) -> str:
        """Nothing is left to do once the row is there."""
        return "shown in the portal"


@dataclass(frozen=True)
class Sent:
    """It is on its way, and stands on the ticket."""

    message: Message


@dataclass(frozen=True)
class Refused:
    """Nothing left, for this reason."""

    reason: str


Delivered = Sent | Refused | Unknown


async def deliver(
    writing: Writing, sender: Sender, letter: Letter, *, check: Check, seconds: float
) -> Delivered:
    """Send a letter once. `writing` opens the transactions of whoever sends; `check` raises, before anything is done,
    when this letter may not leave. One that was sent before is not checked again."""
    async with writing() as conn:
        claimed = await _claim(conn, letter)
        if isinstance(claimed, Fresh):
            # Raising here takes the claim back with its transaction.
            await check(conn)
        match claimed:
            case Fresh(effect_id=effect_id) if isinstance(sender, Portal):
                return await _record(conn, effect_id, letter, await sender.send(letter))
            case Settled(state="done"):
                return Sent(await put_up(conn, letter))
            case Settled(result=result):
                return Refused(result or "It was not sent.")
            case Unknown():
                return claimed
            case Fresh(effect_id=effect_id):
                pass
            case _:
                assert_never(claimed)
    return await _hand_over(writing, sender, letter, effect_id, seconds)


async def put_up(conn: Connection, letter: Letter) -> Message:
    """The letter as a message of its ticket, once."""
    return await posted(conn, letter.key) or await _put_up_now(conn, letter)


async def _put_up_now(conn: Connection, letter: Letter) -> Message:
    message = await post(
        conn,
        ticket_id=letter.ticket_id,
        lane="customer",
        kind=letter.kind,
        author_role=letter.author_role,
        author=letter.author,
        text=letter.text,
        citations=[dict(citation) for citation in letter.citations],
        model=letter.model,
        run_id=letter.run_id,
        key=letter.key,
    )
    if letter.waits:
        await set_status(conn, letter.ticket_id, "waiting", key=f"message:{message.id}:waiting")
    return message


async def _hand_over(
    writing: Writing, sender: Sender, letter: Letter, effect_id: int, seconds: float
) -> Delivered:
    try:
        async with asyncio.timeout(seconds):
            receipt = await sender.send(letter)
    except NotSent as refusal:
        async with writing() as conn:
            await free(conn, effect_id)
        return Refused(refusal.message)
    except Exception as error:
        # Whatever broke after the sending began, it may have left: that is for a person to find out.
        async with writing() as conn:
            await settle(conn, effect_id, "unknown", type(error).__name__)
        return Unknown(effect_id)
    async with writing() as conn:
        return await _record(conn, effect_id, letter, receipt)


async def _claim(conn: Connection, letter: Letter) -> Claim:
    return await claim(
        conn,
        run_id=letter.run_id,
        ticket_id=letter.ticket_id,
        key=letter.key,
        action=SEND,
        arguments=letter.kept,
        fence=letter.fence,
    )


async def _record(conn: Connection, effect_id: int, letter: Letter, receipt: str) -> Sent:
    # In the order of locks: the effect before the ticket.
    await settle(conn, effect_id, "done", receipt)
    return Sent(await _put_up_now(conn, letter))
