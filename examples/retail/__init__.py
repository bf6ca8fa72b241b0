"""A shop's order book as a pack: tools to look up and to change, what makes its tables, what erases a customer."""

from pathlib import Path

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.tools import Pack
from examples.retail.book import QUERIES
from examples.retail.changes import CHANGES
from examples.retail.lookups import LOOKUPS


async def make_tables(conn: Connection) -> None:
    """Make the order book, in the caller's transaction; made already, nothing changes."""
    await conn.execute(Path(__file__).with_name("schema.sql").read_bytes())


async def erase(conn: Connection, email: str) -> dict[str, int]:
    """Take a customer out of the order book: rows by table."""
    user = await database.value(conn, QUERIES["lock_user"], email=email)
    row = await (await conn.execute(QUERIES["forget"], {"user": user})).fetchone()
    return {f"retail.{table}": count for table, count in (row or {}).items()}


PACK = Pack("retail", (*LOOKUPS, *CHANGES), migrate=make_tables, erase=erase)
