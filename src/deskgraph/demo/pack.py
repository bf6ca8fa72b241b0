"""The demo as a pack: like any other, but loaded on request only."""

from pathlib import Path

from deskgraph.database import Connection
from deskgraph.demo.tools import cancel_order, change_delivery_address, order_status, refund
from deskgraph.tools import Pack

_HERE = Path(__file__).parent


async def apply_schema(conn: Connection) -> None:
    """Make the order book, in the caller's transaction; made already, nothing changes."""
    await conn.execute((_HERE / "schema.sql").read_bytes())


PACK = Pack(
    name="demo",
    tools=(order_status, refund, cancel_order, change_delivery_address),
    articles=_HERE / "articles",
    migrate=apply_schema,
)
