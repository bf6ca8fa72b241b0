"""A person's text to a customer passes the same screen as the agent's drafts."""

from collections.abc import Callable, Sequence

from deskgraph.database import Connection
from deskgraph.errors import TextStopped
from deskgraph.guardrails import Finding
from deskgraph.tickets import get_ticket, messages

ScreenText = Callable[[str, Sequence[str]], Sequence[Finding]]


async def screen_reply(
    conn: Connection, ticket_id: int, text: str, screen: ScreenText, *, known: Sequence[str] = ()
) -> None:
    """Raise `TextStopped` for what must not leave. What was said to this customer may be repeated, and what is `known`
    besides."""
    ticket = await get_ticket(conn, ticket_id)
    said = await messages(conn, ticket.id, lane="customer")
    found = screen(text, [*(message.text for message in said), *known, ticket.customer])
    if found:
        kinds = ", ".join(sorted({finding.kind for finding in found}))
        raise TextStopped(
            f"This text is not sent: {kinds} ({found[0].excerpt!r}).", "Take it out, and send it again."
        )
