"""The tools that only read. Goods are everybody's; orders and profiles are the ticket's customer's alone."""

from typing import Any

from deskgraph import database
from deskgraph.errors import ToolRefused
from deskgraph.tools import ToolContext, tool
from examples.retail.book import QUERIES, number_of
from examples.retail.fields import ItemId, OrderId, ProductId, UserId


async def _read(context: ToolContext, query: str, missing: str, **params: Any) -> str:
    async with context.connect() as conn:
        found = await database.value(conn, QUERIES[query], email=context.customer_email, **params)
    if found is None:
        raise ToolRefused(missing)
    return str(found)


@tool(policy="read_only")
async def get_order_details(context: ToolContext, order_id: OrderId) -> str:
    """Look up an order: its status, items, price, payments, tracking number and delivery address."""
    number = number_of(order_id)
    return await _read(context, "order_text", f"There is no order {number} of this customer.", order=number)


@tool(policy="read_only")
async def get_user_details(context: ToolContext, user_id: UserId = None) -> str:
    """Look up a customer's profile: name, address, payment methods and orders."""
    return await _read(context, "user_text", "There is no such customer.", user=user_id)


@tool(policy="read_only")
async def get_product_details(context: ToolContext, product_id: ProductId) -> str:
    """Look up a product by its id: the variants there are, their options, prices and whether they are available."""
    return await _read(context, "product_text", f"There is no product {product_id}.", product=product_id)


@tool(policy="read_only")
async def get_item_details(context: ToolContext, item_id: ItemId) -> str:
    """Look up one variant of a product by its item id: its options and price."""
    return await _read(context, "item_text", f"There is no item {item_id}.", item=item_id)


@tool(policy="read_only")
async def list_all_product_types(context: ToolContext) -> str:
    """List what the shop sells: the name and id of each product."""
    return await _read(context, "products_text", "The shop sells nothing.")


LOOKUPS = (
    get_order_details,
    get_user_details,
    get_product_details,
    get_item_details,
    list_all_product_types,
)
