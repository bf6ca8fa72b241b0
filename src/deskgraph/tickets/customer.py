"""The customer of an address, held while a message of theirs is stored."""

from deskgraph import database
from deskgraph.database import Connection, load
from deskgraph.errors import NotFound

QUERIES = load(__file__)


async def held_customer(conn: Connection, email: str) -> int:
    """The customer of an address, made if need be. Nobody else opens a ticket of theirs, nor erases them, until the
    transaction ends. Tickets that there are may be changed all the same: whoever changes one has its lane, for which a
    message waits next."""
    while (found := await database.value(conn, QUERIES["hold_customer"], email=email)) is None:
        # There is none, or they were erased while we waited for them.
        await database.run(conn, QUERIES["make_customer"], email=email)
    return int(found)


async def known_customer(conn: Connection, email: str) -> int:
    """The customer of an address that has written before. Raises `NotFound`."""
    found = await database.value(conn, QUERIES["known_customer"], email=email)
    if found is None:
        raise NotFound("Nobody has written from that address.", "A customer is made by their first message.")
    return int(found)
