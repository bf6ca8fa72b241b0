"""The demo as a pack: like any other, but loaded on request only."""

from pathlib import Path

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.demo.book import QUERIES
from deskgraph.demo.tools import cancel_order, change_delivery_address, order_status, refund
from deskgraph.tools import Pack

_HERE = Path(__file__).parent


async def apply_schema(conn: Connection) -> None:
    """Make the order book, in the caller's transaction; made already, nothing changes."""
    await conn.execute((_HERE / "schema.sql").read_bytes())


async def erase(conn: Connection, email: str) -> dict[str, int]:
    """Take a customer out of the order book, in the caller's transaction: rows by table."""
    await database.run(conn, QUERIES["lock_orders"], email=email)
    return {
        "demo.done": await database.run(conn, QUERIES["forget_done"], email=email),
        "demo.refund": await database.run(conn, QUERIES["forget_refunds"], email=email),
        "demo.item": await database.run(conn, QUERIES["forget_items"], email=email),
        "demo.orders": await database.run(conn, QUERIES["forget_orders"], email=email),
        "demo.customer": await database.run(conn, QUERIES["forget_customer"], email=email),
    }


PACK = Pack(
    name="demo",
    tools=(order_status, refund, cancel_order, change_delivery_address),
    articles=_HERE / "articles",
    migrate=apply_schema,
    erase=erase,
)
