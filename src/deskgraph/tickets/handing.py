"""What a ticket is handed back to the agent with: messages that nobody answered, and a colleague's words about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph import database
from deskgraph.database import Connection, load, many
from deskgraph.events import hold, last_number
from deskgraph.runs import subject_key
from deskgraph.tickets.rows import post
from deskgraph.tickets.ticket import Message

QUERIES = load(__file__)
# The beginning of the key of a note that is meant for the agent, too.
_MARK = "handback:"


@dataclass(frozen=True)
class Unanswered:
    """A customer's message that nobody answered. `in_hand`: the unfinished run that works it."""

    id: int
    in_hand: int | None


async def unanswered(conn: Connection, ticket_id: int) -> list[Unanswered]:
    """What the customer wrote since they were last answered, oldest first."""
    return await many(conn, QUERIES["unanswered"], Unanswered, ticket_id=ticket_id)


async def work_again(conn: Connection, run_id: int, messages: Sequence[int]) -> None:
    """Have a run work these messages."""
    await database.run(conn, QUERIES["work_again"], run_id=run_id, messages=list(messages))


async def post_words(conn: Connection, ticket_id: int, text: str, by: str) -> Message:
    """A colleague's words to the team which the agent's next run for the customer reads, too."""
    await hold(conn, subject_key(ticket_id))
    number = await last_number(conn, subject_key(ticket_id)) + 1
    return await post(
        conn,
        ticket_id=ticket_id,
        lane="team",
        kind="note",
        author_role="staff",
        author=by,
        text=text,
        key=f"{_MARK}{ticket_id}:{number}",
    )


async def tell_run(conn: Connection, ticket_id: int, run_id: int) -> None:
    """Give a run the words that no run was given yet."""
    await database.run(conn, QUERIES["tell_run"], ticket_id=ticket_id, run_id=run_id, mark=_MARK)
