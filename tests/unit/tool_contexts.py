"""What a run fills in for a tool, as values: Ann's ticket 1001."""

from contextlib import AbstractAsyncContextManager

from deskgraph.database import Connection
from deskgraph.tools import ToolContext


def anns_context() -> ToolContext:
    """A context of a tool that needs no database."""
    return ToolContext(
        run_id=1,
        ticket_id=1001,
        customer_id=7,
        customer_email="ann@example.org",
        actor="customer:ann@example.org",
        idempotency_key="run:1:tool_execute:0",
        connect=_no_database,
    )


def _no_database() -> AbstractAsyncContextManager[Connection]:
    raise LookupError("this tool needs no database")
