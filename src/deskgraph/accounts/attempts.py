"""How often something may be tried: a password, a link, a ticket from one address."""

from datetime import timedelta

from deskgraph.accounts.people import QUERIES
from deskgraph.accounts.tokens import digest
from deskgraph.database import Connection, run, value
from deskgraph.errors import TooManyTries


async def count_try(conn: Connection, what: str, whose: str, *, most: int, minutes: float) -> None:
    """Note one try. Raises `TooManyTries` when there were `most` in so many minutes. Who tried is kept by digest."""
    key = _key(what, whose)
    if int(await value(conn, QUERIES["tries"], key=key, within=timedelta(minutes=minutes)) or 0) >= most:
        raise TooManyTries("That was tried too often.", f"Try again in {minutes:.0f} minutes.")
    await run(conn, QUERIES["note_try"], key=key)


async def forget_tries(conn: Connection, what: str, whose: str) -> None:
    """It worked: what came before does not count."""
    await run(conn, QUERIES["forget_tries"], key=_key(what, whose))


def _key(what: str, whose: str) -> str:
    return f"{what}:{digest(whose.lower()).hex()}"
