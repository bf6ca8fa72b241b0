"""From a ticket's rows to what agents are told: the messages a run works, and a bounded window of what came before."""

from collections.abc import Sequence

from deskgraph.agents import Request, RunContext, Turn
from deskgraph.settings import Settings
from deskgraph.tickets import Message, messages, messages_of_run


async def read_request(context: RunContext) -> Request:
    """The run's messages, joined, oldest first, and the turns before them. A customer's run sees the customer lane
    only; the team's sees both."""
    async with context.reading() as conn:
        worked = await messages_of_run(conn, context.run.id)
        earlier = await messages(
            conn,
            context.ticket.id,
            lane="customer" if context.audience == "customer" else None,
            last=context.settings.conversation_turns + len(worked),
        )
    ids = {message.id for message in worked}
    before = [message for message in earlier if message.id not in ids]
    return Request(
        asker="customer" if context.audience == "customer" else "colleague",
        subject=context.ticket.subject,
        text="\n\n".join(message.text for message in worked),
        turns=_window(before, context.settings),
    )


def _window(earlier: Sequence[Message], settings: Settings) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    room = settings.conversation_characters
    for message in reversed(earlier[-settings.conversation_turns :]):
        text = message.text[:room]
        if not text:
            break
        room -= len(text)
        turns.append(Turn(author=message.author_role, lane=message.lane, text=text))
    return tuple(reversed(turns))
