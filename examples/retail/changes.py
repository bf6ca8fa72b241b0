"""The tools that change the order book. Each waits for a person, and happens once."""

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.errors import ToolRefused
from deskgraph.tools import ToolContext, tool
from examples.retail.book import QUERIES, find_order, once
from examples.retail.fields import (
    City,
    Country,
    Flat,
    Items,
    MethodId,
    NewItems,
    OrderId,
    Reason,
    State,
    Street,
    UserId,
    Zip,
)


@tool(policy="needs_approval")
async def cancel_pending_order(context: ToolContext, order_id: OrderId, reason: Reason) -> str:
    """Cancel a pending order, one that has not been shipped yet, and refund it."""

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless(order.status == "pending", "only a pending order can be cancelled")
        back = await order.left()
        for payment in back:
            await order.book("refund", payment.amount, payment.method_id)
        await order.becomes("cancelled", cancel_reason=reason)
        refunds = " ".join(f"${each.amount} goes back to {each.method_id}." for each in back)
        return f"Order {order.id} was cancelled. {refunds} {_WHEN}"

    return await once(context, act)


@tool(policy="needs_approval")
async def modify_pending_order_items(
    context: ToolContext,
    order_id: OrderId,
    item_ids: Items,
    new_item_ids: NewItems,
    payment_method_id: MethodId,
) -> str:
    """Change items of a pending order, once, to another variant of the same product: size, colour, material."""

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless(order.status == "pending", "its items cannot be changed")
        swaps, cost = await order.swaps(item_ids, new_item_ids)
        if same := [each.new for each in swaps if each.new == each.old]:
            raise ToolRefused(f"Item {same[0]} is what order {order.id} holds already.")
        (await order.method(payment_method_id)).refuse_unless_covers(cost)
        await order.book("payment" if cost > 0 else "refund", abs(cost), payment_method_id)
        for swap in swaps:
            await order.set_item(swap)
        await order.becomes("pending (item modified)")
        done = ", ".join(f"{each.name} is now item {each.new}" for each in swaps)
        money = f"${abs(cost)} is {'charged' if cost > 0 else 'refunded'} to {payment_method_id}."
        return f"In order {order.id}, {done}. {money} {_WHEN}"

    return await once(context, act)


@tool(policy="needs_approval")
async def modify_pending_order_address(
    context: ToolContext,
    order_id: OrderId,
    address1: Street,
    city: City,
    state: State,
    country: Country,
    zip: Zip,
    address2: Flat = "",
) -> str:
    """Change the delivery address of a pending order."""
    whole = _address(address1, address2, city, state, country, zip)

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless("pending" in order.status, "its address cannot be changed")
        line = await database.value(conn, QUERIES["send_order_to"], order=order.id, address=whole)
        return f"Order {order.id} now goes to {line}."

    return await once(context, act)


@tool(policy="needs_approval")
async def modify_pending_order_payment(
    context: ToolContext, order_id: OrderId, payment_method_id: MethodId
) -> str:
    """Have a pending order paid by another payment method."""

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless("pending" in order.status, "its payment cannot be changed")
        method = await order.method(payment_method_id)
        paid = await order.payments()
        order.refuse_unless([each.kind for each in paid] == ["payment"], "and not paid by one payment alone")
        if paid[0].method_id == method.id:
            raise ToolRefused(f"Order {order.id} is paid by {method.id} already.")
        method.refuse_unless_covers(paid[0].amount)
        await order.book("payment", paid[0].amount, method.id)
        await order.book("refund", paid[0].amount, paid[0].method_id)
        back = f"${paid[0].amount} goes back to {paid[0].method_id}. {_WHEN}"
        return f"Order {order.id} is now paid by {method.id}. {back}"

    return await once(context, act)


@tool(policy="needs_approval")
async def return_delivered_order_items(
    context: ToolContext, order_id: OrderId, item_ids: Items, payment_method_id: MethodId
) -> str:
    """Return items of a delivered order for a refund to how it was paid, or to a gift card."""

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless(order.status == "delivered", "only a delivered order can be returned")
        method, paid = await order.method(payment_method_id), await order.payments()
        if method.source != "gift_card" and method.id not in [each.method_id for each in paid[:1]]:
            raise ToolRefused("A refund goes to how the order was paid, or to a gift card.")
        pieces = await order.pieces(item_ids, item_ids)
        asked = {"return_items": sorted(item_ids), "return_payment_method_id": method.id}
        await order.becomes("return requested", **asked)
        names = ", ".join(str(each.name) for each in pieces)
        return f"The return of {names} of order {order.id} was requested. {_MAIL}"

    return await once(context, act)


@tool(policy="needs_approval")
async def exchange_delivered_order_items(
    context: ToolContext,
    order_id: OrderId,
    item_ids: Items,
    new_item_ids: NewItems,
    payment_method_id: MethodId,
) -> str:
    """Exchange items of a delivered order for another variant of the same product."""

    async def act(conn: Connection, user: str) -> str:
        order = await find_order(conn, user, order_id)
        order.refuse_unless(order.status == "delivered", "only a delivered order can be exchanged")
        swaps, cost = await order.swaps(item_ids, new_item_ids)
        (await order.method(payment_method_id)).refuse_unless_covers(cost)
        asked = {
            "exchange_items": sorted(item_ids),
            "exchange_new_items": sorted(new_item_ids),
            "exchange_payment_method_id": payment_method_id,
            "exchange_price_difference": str(cost),
        }
        await order.becomes("exchange requested", **asked)
        done = ", ".join(f"{each.name} for item {each.new}" for each in swaps)
        return f"The exchange of {done} of order {order.id} was requested. {_MAIL}"

    return await once(context, act)


@tool(policy="needs_approval")
async def modify_user_address(
    context: ToolContext,
    address1: Street,
    city: City,
    state: State,
    country: Country,
    zip: Zip,
    address2: Flat = "",
    user_id: UserId = None,
) -> str:
    """Change the default address of a customer's profile."""
    whole = _address(address1, address2, city, state, country, zip)

    async def act(conn: Connection, user: str) -> str:
        if user_id not in (None, user):
            raise ToolRefused("There is no such customer.")
        line = await database.value(conn, QUERIES["move_user"], user=user, address=whole)
        return f"The address is now {line}."

    return await once(context, act)


CHANGES = (
    cancel_pending_order,
    modify_pending_order_items,
    modify_pending_order_address,
    modify_pending_order_payment,
    return_delivered_order_items,
    exchange_delivered_order_items,
    modify_user_address,
)

_WHEN = "A gift card is credited at once, any other payment within 5 to 7 business days."
_MAIL = "An e-mail says how to send them back."


def _address(address1: str, address2: str, city: str, state: str, country: str, zip: str) -> Jsonb:
    parts = {"address1": address1, "address2": address2, "city": city}
    return Jsonb(parts | {"state": state, "country": country, "zip": zip})
