"""Stub tools with the names and arguments of the shop's gold calls.

Only what a decision needs is here: they do nothing and say so. `transfer_to_human_agents` is left out, for
handing over is a route of the graph and no tool.
"""

from deskgraph.tools import Pack, ToolContext, tool

_SEEN = "The record was looked up."
_DONE = "This was done."


@tool(policy="read_only")
async def find_user_id_by_email(context: ToolContext, email: str) -> str:
    """Find a customer's user id by their e-mail address.

    Args:
        email: The e-mail address of the customer.
    """
    return _SEEN


@tool(policy="read_only")
async def find_user_id_by_name_zip(context: ToolContext, first_name: str, last_name: str, zip: str) -> str:
    """Find a customer's user id by first name, last name and zip code.

    Args:
        first_name: The first name of the customer.
        last_name: The last name of the customer.
        zip: The zip code of the customer's address.
    """
    return _SEEN


@tool(policy="read_only")
async def get_user_details(context: ToolContext, user_id: str) -> str:
    """Look up a customer's profile: name, address, payment methods and orders.

    Args:
        user_id: The user id, such as sara_doe_496.
    """
    return _SEEN


@tool(policy="read_only")
async def get_order_details(context: ToolContext, order_id: str) -> str:
    """Look up an order: its status, items, price, tracking number and delivery address.

    Args:
        order_id: The number of the order, such as #W0000000.
    """
    return _SEEN


@tool(policy="read_only")
async def get_product_details(context: ToolContext, product_id: str) -> str:
    """Look up a product: the variants there are, their options, prices and whether they are available.

    Args:
        product_id: The product id, such as 6086499569.
    """
    return _SEEN


@tool(policy="read_only")
async def get_item_details(context: ToolContext, item_id: str) -> str:
    """Look up one variant of a product: its options and price.

    Args:
        item_id: The item id, such as 6086499569.
    """
    return _SEEN


@tool(policy="read_only")
async def calculate(context: ToolContext, expression: str) -> str:
    """Work out a sum of amounts.

    Args:
        expression: The expression, such as 2 + 2.
    """
    return _SEEN


@tool(policy="needs_approval")
async def cancel_pending_order(context: ToolContext, order_id: str, reason: str) -> str:
    """Cancel a pending order, one that has not been shipped yet, and refund it.

    Args:
        order_id: The number of the order, such as #W0000000.
        reason: Why: no longer needed, or ordered by mistake.
    """
    return _DONE


@tool(policy="needs_approval")
async def modify_pending_order_items(
    context: ToolContext, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
) -> str:
    """Change items of a pending order to another variant of the same product: size, colour, material.

    Args:
        order_id: The number of the order, such as #W0000000.
        item_ids: The items to be changed.
        new_item_ids: What each of them becomes.
        payment_method_id: Where the difference in price is charged or refunded.
    """
    return _DONE


@tool(policy="needs_approval")
async def modify_pending_order_address(
    context: ToolContext,
    order_id: str,
    address1: str,
    address2: str,
    city: str,
    state: str,
    country: str,
    zip: str,
) -> str:
    """Change the delivery address of a pending order.

    Args:
        order_id: The number of the order, such as #W0000000.
        address1: Street and number.
        address2: Apartment or suite.
        city: The city.
        state: The state.
        country: The country.
        zip: The zip code.
    """
    return _DONE


@tool(policy="needs_approval")
async def return_delivered_order_items(
    context: ToolContext, order_id: str, item_ids: list[str], payment_method_id: str
) -> str:
    """Return items of a delivered order for a refund.

    Args:
        order_id: The number of the order, such as #W0000000.
        item_ids: The items to be returned.
        payment_method_id: Where the refund goes.
    """
    return _DONE


@tool(policy="needs_approval")
async def exchange_delivered_order_items(
    context: ToolContext, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
) -> str:
    """Exchange items of a delivered order for another variant of the same product.

    Args:
        order_id: The number of the order, such as #W0000000.
        item_ids: The items to be exchanged.
        new_item_ids: What each of them is exchanged for.
        payment_method_id: Where the difference in price is charged or refunded.
    """
    return _DONE


@tool(policy="needs_approval")
async def modify_user_address(
    context: ToolContext,
    user_id: str,
    address1: str,
    address2: str,
    city: str,
    state: str,
    country: str,
    zip: str,
) -> str:
    """Change the default address of a customer's profile.

    Args:
        user_id: The user id, such as sara_doe_496.
        address1: Street and number.
        address2: Apartment or suite.
        city: The city.
        state: The state.
        country: The country.
        zip: The zip code.
    """
    return _DONE


RETAIL = Pack(
    name="retail",
    tools=(
        find_user_id_by_email,
        find_user_id_by_name_zip,
        get_user_details,
        get_order_details,
        get_product_details,
        get_item_details,
        calculate,
        cancel_pending_order,
        modify_pending_order_items,
        modify_pending_order_address,
        return_delivered_order_items,
        exchange_delivered_order_items,
        modify_user_address,
    ),
)
