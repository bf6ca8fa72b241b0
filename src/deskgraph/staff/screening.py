"""A person's text to a customer passes the same screen as the agent's drafts."""

from collections.abc import Callable, Sequence

from deskgraph.database import Connection
from deskgraph.effects import done_on_ticket
from deskgraph.errors import TextStopped
from deskgraph.graphs import done_of
from deskgraph.guardrails import Finding, Grounds, hosts, promising, traces
from deskgraph.knowledge import linked_hosts, texts_naming, texts_saying
from deskgraph.tickets import get_ticket, messages

ScreenText = Callable[[str, Grounds], Sequence[Finding]]


async def screen_reply(
    conn: Connection,
    ticket_id: int,
    text: str,
    screen: ScreenText,
    *,
    known: Sequence[str] = (),
) -> None:
    """Raise `TextStopped` for what must not leave. What was said to this customer, done on this ticket, and linked
    to, given as a number or an address, or ruled word by word in an article may be repeated, and what is `known`
    besides."""
    ticket = await get_ticket(conn, ticket_id)
    said = await messages(conn, ticket.id, lane="customer")
    effects = await done_on_ticket(conn, ticket.id)
    found = screen(
        text,
        Grounds(
            articles=[
                *await texts_naming(conn, traces(text)),
                *await texts_saying(conn, promising(text)),
            ],
            done=[done_of(effect) for effect in effects],
            said=[*(message.text for message in said if message.author_role != "customer"), *known],
            asked=[*(message.text for message in said if message.author_role == "customer"), ticket.customer],
            hosts=await linked_hosts(conn, list(hosts(text))),
        ),
    )
    if found:
        kinds = ", ".join(sorted({finding.kind for finding in found}))
        raise TextStopped(
            f"This text is not sent: {kinds} ({found[0].excerpt!r}).", "Take it out, and send it again."
        )
