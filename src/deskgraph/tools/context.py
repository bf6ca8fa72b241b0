"""What the run fills in for a tool, and no model can."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, fields

from deskgraph.database import Connection


@dataclass(frozen=True)
class ToolContext:
    """Whose ticket it is and who asked. A tool reaches the records of `customer_email` only.

    `connect()` opens a transaction on the desk's database. `idempotency_key` is the ledger's key of this
    call (empty
    for a tool that only reads): hand it to an outside system that knows such keys.
    """

    run_id: int
    ticket_id: int
    customer_id: int
    customer_email: str
    actor: str
    idempotency_key: str
    connect: Callable[[], AbstractAsyncContextManager[Connection]]


# An argument of such a name would let a model say whose ticket it is.
RESERVED = frozenset({field.name for field in fields(ToolContext)} | {"context", "customer", "ticket"})
