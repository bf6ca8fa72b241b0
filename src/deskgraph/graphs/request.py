"""From a ticket's rows to what agents are told: the messages a run works, and a bounded window of what came before."""

from collections.abc import Sequence

from deskgraph.agents import Request, RunContext, Turn
from deskgraph.database import session
from deskgraph.events import number_of
from deskgraph.runs import subject_key
from deskgraph.settings import Settings
from deskgraph.tickets import Message, messages, messages_of_run


async def read_request(context: RunContext) -> tuple[Request, int]:
    """The run's messages, joined, oldest first, and the turns before them; and the number of the newest one's event:
    what comes after it waits for another run, whenever this one is read. A customer's run sees the customer lane only,
    and of the team's the words it was handed back with; the team's sees both."""
    async with session(context.pool) as conn:
        given = await messages_of_run(conn, context.run.id)
        worked = [message for message in given if message.kind != "note"]
        earlier = await messages(
            conn,
            context.ticket.id,
            lane="customer" if context.audience == "customer" else None,
            last=context.settings.conversation_turns + len(worked),
        )
        ids = {message.id for message in worked}
        read_up_to = await number_of(conn, subject_key(context.ticket.id), f"message:{max(ids)}")
    before = [message for message in earlier if message.id not in ids and message.id < max(ids)]
    request = Request(
        asker="customer" if context.audience == "customer" else "colleague",
        subject=context.ticket.subject,
        text="\n\n".join(message.text for message in worked),
        turns=_window(before, context.settings),
        guidance=tuple(message.text for message in given if message.kind == "note"),
    )
    return request, read_up_to


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
