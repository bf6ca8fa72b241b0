"""The order book as one JSON document, and each writing call applied to it by hand.

It shares no code with the tools it is held against, and says itself what each call does. Where the public tools of
this shop would take more money than there is, it does not follow them: what was paid back once is not paid back again
when an order is cancelled, and each changed item takes the price and the options of its own variant.
"""

import copy
import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

Book = dict[str, dict[str, Any]]


class Refused(Exception):
    """The rules forbid it, or it is another's. The book is as it was."""


def read_book(file: Path) -> Book:
    """A db.json; amounts are exact, and an order list of a user is in order."""
    book: Book = json.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
    for user in book["users"].values():
        user["orders"].sort()
    return book


def apply(book: Book, user: str, name: str, arguments: Mapping[str, Any]) -> None:
    """Change the book as this call of this user does, or raise `Refused` and leave it."""
    mine = {number: book["orders"][number] for number in book["users"][user]["orders"]}
    draft = copy.deepcopy({"users": {user: book["users"][user]}, "orders": mine})
    try:
        CHANGES[name]({**draft, "products": book["products"]}, user, **arguments)
    except TypeError as error:
        raise Refused(f"other arguments: {error}") from error
    for part, rows in draft.items():
        book[part].update(rows)


def _order(book: Book, number: str) -> dict[str, Any]:
    if number not in book["orders"]:
        raise Refused("no such order")
    order: dict[str, Any] = book["orders"][number]
    return order


def _method(book: Book, user: str, method: str) -> dict[str, Any]:
    methods: dict[str, dict[str, Any]] = book["users"][user]["payment_methods"]
    if method not in methods:
        raise Refused("no such payment method")
    return methods[method]


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise Refused(why)


def _move(method: dict[str, Any], amount: Decimal) -> None:
    if method["source"] == "gift_card":
        method["balance"] += amount


def _note(order: dict[str, Any], kind: str, amount: Decimal, method: str) -> None:
    order["payment_history"].append({"transaction_type": kind, "amount": amount, "payment_method_id": method})


def _house(
    address1: str,
    city: str,
    state: str,
    country: str,
    zip: str,  # noqa: A002  # as calls name it
    address2: str = "",
) -> dict[str, str]:
    return {
        "address1": address1,
        "address2": address2,
        "city": city,
        "country": country,
        "state": state,
        "zip": zip,
    }


def _places(order: dict[str, Any], item_ids: list[str]) -> list[int]:
    """Which items of the order are meant: an id that is named twice means two of them."""
    free = list(enumerate(item["item_id"] for item in order["items"]))
    places = []
    for wanted in item_ids:
        place = next((place for place, item in free if item == wanted), None)
        if place is None:
            raise Refused(f"no item {wanted}")
        free = [each for each in free if each[0] != place]
        places.append(place)
    _demand(bool(places), "no items")
    return places


def _variants(
    book: Book, order: dict[str, Any], places: list[int], new_ids: list[str]
) -> list[dict[str, Any]]:
    _demand(len(places) == len(new_ids), "each item needs one new item")
    found = []
    for place, new in zip(places, new_ids, strict=True):
        variants = book["products"][order["items"][place]["product_id"]]["variants"]
        _demand(new in variants and variants[new]["available"], f"no item {new}")
        found.append(variants[new])
    return found


def _difference(order: dict[str, Any], places: list[int], variants: list[dict[str, Any]]) -> Decimal:
    pairs = zip(places, variants, strict=True)
    return sum((new["price"] - order["items"][place]["price"] for place, new in pairs), Decimal(0))


def _cancel(book: Book, user: str, order_id: str, reason: str) -> None:
    order = _order(book, order_id)
    _demand(order["status"] == "pending", "not pending")
    _demand(reason in ("no longer needed", "ordered by mistake"), "no such reason")
    paid: dict[str, Decimal] = {}
    for entry in order["payment_history"]:
        sign = 1 if entry["transaction_type"] == "payment" else -1
        paid[entry["payment_method_id"]] = paid.get(entry["payment_method_id"], 0) + sign * entry["amount"]
    for method, amount in paid.items():
        if amount > 0:
            _note(order, "refund", amount, method)
            _move(_method(book, user, method), amount)
    order.update(status="cancelled", cancel_reason=reason)


def _modify_items(
    book: Book, user: str, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
) -> None:
    order = _order(book, order_id)
    _demand(order["status"] == "pending", "not pending")
    places = _places(order, item_ids)
    variants = _variants(book, order, places, new_item_ids)
    _demand(all(old != new for old, new in zip(item_ids, new_item_ids, strict=True)), "the same item")
    cost = _difference(order, places, variants)
    method = _method(book, user, payment_method_id)
    _demand(method.get("balance", cost) >= cost, "not enough on the gift card")
    _note(order, "payment" if cost > 0 else "refund", abs(cost), payment_method_id)
    _move(method, -cost)
    for place, new in zip(places, variants, strict=True):
        order["items"][place].update(item_id=new["item_id"], price=new["price"], options=new["options"])
    order["status"] = "pending (item modified)"


def _modify_address(book: Book, user: str, order_id: str, **address: str) -> None:
    order = _order(book, order_id)
    _demand("pending" in order["status"], "not pending")
    order["address"] = _house(**address)


def _modify_payment(book: Book, user: str, order_id: str, payment_method_id: str) -> None:
    order = _order(book, order_id)
    _demand("pending" in order["status"], "not pending")
    method, history = _method(book, user, payment_method_id), order["payment_history"]
    _demand(len(history) == 1 and history[0]["transaction_type"] == "payment", "not one payment")
    amount, before = history[0]["amount"], history[0]["payment_method_id"]
    _demand(before != payment_method_id, "the same payment method")
    _demand(method.get("balance", amount) >= amount, "not enough on the gift card")
    _note(order, "payment", amount, payment_method_id)
    _note(order, "refund", amount, before)
    _move(method, -amount)
    _move(_method(book, user, before), amount)


def _return_items(book: Book, user: str, order_id: str, item_ids: list[str], payment_method_id: str) -> None:
    order = _order(book, order_id)
    _demand(order["status"] == "delivered", "not delivered")
    method = _method(book, user, payment_method_id)
    original = order["payment_history"][0]["payment_method_id"]
    _demand(method["source"] == "gift_card" or payment_method_id == original, "not how it was paid")
    _places(order, item_ids)
    order.update(
        status="return requested", return_items=sorted(item_ids), return_payment_method_id=payment_method_id
    )


def _exchange_items(
    book: Book, user: str, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
) -> None:
    order = _order(book, order_id)
    _demand(order["status"] == "delivered", "not delivered")
    places = _places(order, item_ids)
    cost = _difference(order, places, _variants(book, order, places, new_item_ids))
    _demand(
        _method(book, user, payment_method_id).get("balance", cost) >= cost, "not enough on the gift card"
    )
    order.update(
        status="exchange requested",
        exchange_items=sorted(item_ids),
        exchange_new_items=sorted(new_item_ids),
        exchange_payment_method_id=payment_method_id,
        exchange_price_difference=cost,
    )


def _modify_user_address(book: Book, user: str, user_id: str, **address: str) -> None:
    _demand(user_id == user, "no such user")
    book["users"][user]["address"] = _house(**address)


CHANGES: dict[str, Callable[..., None]] = {
    "cancel_pending_order": _cancel,
    "modify_pending_order_items": _modify_items,
    "modify_pending_order_address": _modify_address,
    "modify_pending_order_payment": _modify_payment,
    "return_delivered_order_items": _return_items,
    "exchange_delivered_order_items": _exchange_items,
    "modify_user_address": _modify_user_address,
}
