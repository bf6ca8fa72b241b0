"""The four tools of Brindle & Cog. Those that change something wait for a person."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.demo.book import QUERIES, Order, find_order, latest_number, once
from deskgraph.errors import ToolRefused
from deskgraph.tools import ToolContext, tool

CEILING = Decimal("150.00")  # what the desk may pay back for one order in all; more is for finance
LONGEST_ADDRESS = 200


@tool(policy="read_only")
async def order_status(context: ToolContext, order: str | None = None) -> str:
    """Look up the status of a customer's order: where it is, what is in it, where it goes and what was paid.

    Args:
        order: The order number, such as BC-1042; left out, the newest order is looked up.
    """
    async with context.connect() as conn:
        return _described(await find_order(conn, context, order or await latest_number(conn, context)))


@tool(policy="needs_approval")
async def refund(
    context: ToolContext, order: str, amount: Annotated[Decimal, Field(gt=0, decimal_places=2)]
) -> str:
    """Refund money for an order to the customer, in part or in full.

    Args:
        order: The order number, such as BC-1042.
        amount: How many pounds to pay back.
    """

    async def act(conn: Connection) -> str:
        found = await find_order(conn, context, order)
        if amount > found.left:
            raise ToolRefused(
                f"£{amount:.2f} is more than is left of order {found.number}: "
                f"£{found.left:.2f} of £{found.paid:.2f}."
            )
        if found.refunded + amount > CEILING:
            raise ToolRefused(f"The desk refunds at most £{CEILING} for one order; finance does the rest.")
        await database.run(conn, QUERIES["pay_back"], order=found.number, amount=amount)
        return f"£{amount:.2f} of order {found.number} was refunded to the {found.paid_by}. {_BOOKED}"

    return await once(context, "refund", act)


@tool(policy="needs_approval")
async def cancel_order(context: ToolContext, order: str) -> str:
    """Cancel a whole order that has not been shipped, and pay back what was paid for it.

    Args:
        order: The order number, such as BC-1042.
    """

    async def act(conn: Connection) -> str:
        found = await find_order(conn, context, order)
        found.refuse_unless_changeable("it can be cancelled")
        await database.run(conn, QUERIES["cancel"], order=found.number)
        if found.left:
            await database.run(conn, QUERIES["pay_back"], order=found.number, amount=found.left)
        back = f"£{found.left:.2f} goes back to the {found.paid_by}. {_BOOKED}" if found.left else ""
        return f"Order {found.number} was cancelled. {back}".strip()

    return await once(context, "cancel_order", act)


@tool(policy="needs_approval")
async def change_delivery_address(context: ToolContext, order: str, address: str) -> str:
    """Change the delivery address of an order that has not been shipped.

    Args:
        order: The order number, such as BC-1042.
        address: The whole new address: house number, street, town and postcode.
    """

    async def act(conn: Connection) -> str:
        found = await find_order(conn, context, order)
        found.refuse_unless_changeable("its address can be changed")
        await database.run(conn, QUERIES["readdress"], order=found.number, address=_whole(address))
        return f"Order {found.number} now goes to {_whole(address)}."

    return await once(context, "change_delivery_address", act)


_BOOKED = "Banks book a refund within three working days."


def _whole(address: str) -> str:
    """The address on one line. Raises ToolRefused where the courier would not find it."""
    line = ", ".join(part.strip(" ,") for part in address.splitlines() if part.strip(" ,"))
    if not any(letter.isdigit() for letter in line) or "," not in line or len(line) > LONGEST_ADDRESS:
        raise ToolRefused(
            "The address is not whole: house number, street, town and postcode, with commas between."
        )
    return line


def _described(order: Order) -> str:
    state = {
        "placed": "is placed and waits to be packed",
        "packed": "is packed and waits for the courier",
        "shipped": f"was shipped on {_day(order)} with the tracking number {order.tracking}",
        "delivered": f"was shipped on {_day(order)} and is delivered",
        "cancelled": "was cancelled",
    }[order.status]
    back = f" £{order.refunded:.2f} of it was refunded." if order.refunded else ""
    return (
        f"Order {order.number} {state}. It holds {order.parts}, goes by {order.service} delivery to "
        f"{order.address}, and £{order.paid:.2f} was paid by {order.paid_by}.{back}"
    )


def _day(order: Order) -> str:
    return f"{order.shipped_on.day} {order.shipped_on:%B %Y}" if order.shipped_on else "a day not noted"
