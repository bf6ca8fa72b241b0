"""The order book: a customer's order as a row, found by the customer's own address only."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.errors import ToolRefused
from deskgraph.tools import ToolContext

QUERIES = database.load(__file__)
CHANGEABLE = ("placed", "packed")


@dataclass(frozen=True)
class Order:
    """One order. Sums are pounds; `paid` holds parts and delivery, `refunded` what went back so far."""

    number: str
    status: str
    placed_on: date
    shipped_on: date | None
    service: str
    address: str
    paid_by: str
    tracking: str | None
    paid: Decimal
    refunded: Decimal
    parts: str

    @property
    def left(self) -> Decimal:
        """What can still be paid back."""
        return self.paid - self.refunded

    def refuse_unless_changeable(self, what: str) -> None:
        """Raise ToolRefused once the order is out of our hands."""
        if self.status not in CHANGEABLE:
            raise ToolRefused(f"Order {self.number} is {self.status}; {what} only before it is shipped.")


async def find_order(conn: Connection, context: ToolContext, number: str) -> Order:
    """The customer's order, locked until the transaction ends. Raises ToolRefused: none, or another's."""
    wanted = "".join(number.split()).upper().removeprefix("#")
    order = await database.one(
        conn, QUERIES["order_of"], Order, order=wanted, email=context.customer_email.lower()
    )
    if order is None:
        raise ToolRefused(f"There is no order {wanted} of this customer.")
    return order


async def latest_number(conn: Connection, context: ToolContext) -> str:
    """The number of the customer's newest order."""
    number = await database.value(conn, QUERIES["latest_order"], email=context.customer_email.lower())
    if number is None:
        raise ToolRefused("This customer has no order.")
    return str(number)


async def once(context: ToolContext, tool: str, act: Callable[[Connection], Awaitable[str]]) -> str:
    """Do something under the call's key, in one transaction with a note of what was said.

    The same key again changes nothing and gives the same words. When `act` raises, nothing was done.
    """
    async with context.connect() as conn:
        said = await database.value(conn, QUERIES["said"], key=context.idempotency_key)
        if said is None:
            said = await act(conn)
            await database.run(
                conn,
                QUERIES["remember"],
                key=context.idempotency_key,
                tool=tool,
                said=said,
                email=context.customer_email.lower(),
            )
        return str(said)
