"""The customer's part of the order book: what is theirs is found, anything else is not there."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.errors import ToolRefused
from deskgraph.tools import ToolContext

QUERIES = database.load(__file__)
T = TypeVar("T")


@dataclass(frozen=True)
class Payment:
    """Money that came or went back."""

    kind: str
    amount: Decimal
    method_id: str


@dataclass(frozen=True)
class Method:
    """A way to pay. Only a gift card has a balance."""

    id: str
    source: str
    balance: Decimal | None

    def refuse_unless_covers(self, amount: Decimal) -> None:
        if self.balance is not None and self.balance < amount:
            raise ToolRefused(f"{self.id} holds ${self.balance}, and ${amount} is to be paid.")


@dataclass(frozen=True)
class Swap:
    """A piece of an order and what it becomes; `position` is None for one the order does not hold, `cost` for a
    variant that cannot be had."""

    old: str
    new: str
    position: int | None
    name: str | None
    cost: Decimal | None


@dataclass(frozen=True)
class Order:
    """An order of the customer, in the transaction of one call."""

    conn: Connection
    id: str
    user_id: str
    status: str

    def refuse_unless(self, allowed: bool, why: str) -> None:
        if not allowed:
            raise ToolRefused(f"Order {self.id} is {self.status}: {why}.")

    async def pieces(self, old: Sequence[str], new: Sequence[str]) -> list[Swap]:
        """The pieces with these item ids, each as often as it is named."""
        if len(old) != len(new):
            raise ToolRefused("Each item needs one new item.")
        found = await self._many("swaps", Swap, old=list(old), new=list(new))
        if strange := [each.old for each in found if each.position is None]:
            raise ToolRefused(f"Order {self.id} holds no item {strange[0]}, or not so many.")
        return found

    async def swaps(self, old: Sequence[str], new: Sequence[str]) -> tuple[list[Swap], Decimal]:
        """Each piece with an available variant of its product, and what all of it costs more."""
        found = await self.pieces(old, new)
        if strange := [each for each in found if each.cost is None]:
            raise ToolRefused(f"There is no item {strange[0].new} of {strange[0].name} that is available.")
        return found, sum((each.cost or Decimal(0) for each in found), Decimal(0))

    async def payments(self) -> list[Payment]:
        return await self._many("payments_of", Payment)

    async def left(self) -> list[Payment]:
        """The refunds that give back what is still paid."""
        return await self._many("left_of", Payment)

    async def method(self, method: str) -> Method:
        found = await self._many("method_of", Method, method=method, user=self.user_id)
        if not found:
            raise ToolRefused(f"There is no payment method {method} of this customer.")
        return found[0]

    async def book(self, kind: str, amount: Decimal, method: str) -> None:
        await self._run("book", kind=kind, amount=amount, method=method, user=self.user_id)

    async def becomes(self, status: str, **asked: object) -> None:
        await self._run("set_status", status=status, asked=Jsonb(asked))

    async def set_item(self, swap: Swap) -> None:
        await self._run("set_item", item=swap.new, position=swap.position)

    async def _many(self, query: str, cls: type[T], **params: Any) -> list[T]:
        return await database.many(self.conn, QUERIES[query], cls, order=self.id, **params)

    async def _run(self, query: str, **params: Any) -> None:
        await database.run(self.conn, QUERIES[query], order=self.id, **params)


async def find_order(conn: Connection, user: str, number: str) -> Order:
    """The user's order; `ToolRefused` for another's as for none."""
    given = {"order": number_of(number), "user": user}
    row = await (await conn.execute(QUERIES["order_of"], given)).fetchone()
    if row is None:
        raise ToolRefused(f"There is no order {number_of(number)} of this customer.")
    return Order(conn, **row)


def number_of(written: str) -> str:
    """An order's number as the book has it, with or without its sign."""
    return f"#{written.strip().lstrip('#').upper()}"


async def once(context: ToolContext, act: Callable[[Connection, str], Awaitable[str]]) -> str:
    """Act for the ticket's customer under the call's key, in one transaction with a note of what was said. The same
    key again changes nothing and gives the same words; when `act` raises, nothing was done."""
    async with context.connect() as conn:
        user = await database.value(conn, QUERIES["lock_user"], email=context.customer_email)
        if user is None:
            raise ToolRefused("The shop has no customer with this address.")
        said = await database.value(conn, QUERIES["said"], key=context.idempotency_key)
        if said is None:
            said = await act(conn, user)
            await database.run(conn, QUERIES["remember"], key=context.idempotency_key, user=user, said=said)
        return str(said)
