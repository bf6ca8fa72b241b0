"""Sessions: who is signed in, by a token that only their browser has."""

from datetime import timedelta

from deskgraph.accounts.people import QUERIES
from deskgraph.accounts.roles import Who
from deskgraph.accounts.tokens import digest, fresh
from deskgraph.database import Connection, many, run


async def open_session(
    conn: Connection, *, person: int | None = None, customer: int | None = None, hours: float
) -> str:
    """The token of a new session, of a person or a customer."""
    token = fresh()
    await run(
        conn,
        QUERIES["open_session"],
        digest=digest(token),
        person=person,
        customer=customer,
        lasts=timedelta(hours=hours),
    )
    return token


async def signed_in(conn: Connection, token: str) -> Who | None:
    """Who has this token; None when it is unknown, over, or theirs who may not come in any more."""
    found = await many(conn, QUERIES["signed_in"], Who, digest=digest(token))
    return found[0] if found else None


async def close_session(conn: Connection, token: str) -> None:
    """Sign out."""
    await run(conn, QUERIES["close_session"], digest=digest(token))
