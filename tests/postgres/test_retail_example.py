"""The example's order book, filled with its own sample: rights, rules, money, and nothing twice under one key."""

import json
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import bound_hash, canonical
from deskgraph.errors import ToolRefused
from deskgraph.tools import Grant, Toolbox, ToolContext
from examples.retail import PACK, erase, make_tables
from examples.retail.load import SAMPLE, NoBook, fill

VERA, IDRIS = "Vera.Holm@example.com", "idris.kone@example.com"
PENDING, DELIVERED, BY_GIFT_CARD, PROCESSED, CANCELLED = (f"#W100000{number}" for number in range(1, 6))
CARD, GIFT_CARD = "credit_card_1000002", "gift_card_1000001"
BRASS, BLACK, SOLD_OUT, SMALL_POT, LARGE_POT, SMALL_SACK, LARGE_SACK = (
    f"10000000{number}" for number in (11, 12, 13, 21, 22, 31, 32)
)
BOX = Toolbox(PACK.tools)
HOUSE = {"address1": "9 New Road", "city": "Troy", "state": "NY", "country": "USA", "zip": "12180"}
WRITES: dict[str, dict[str, Any]] = {
    "cancel_pending_order": {"order_id": PENDING, "reason": "no longer needed"},
    "modify_pending_order_items": {
        "order_id": PENDING,
        "item_ids": [BRASS],
        "new_item_ids": [BLACK],
        "payment_method_id": CARD,
    },
    "modify_pending_order_address": {"order_id": PENDING, **HOUSE},
    "modify_pending_order_payment": {"order_id": BY_GIFT_CARD, "payment_method_id": "paypal_1000003"},
    "return_delivered_order_items": {
        "order_id": DELIVERED,
        "item_ids": [BLACK],
        "payment_method_id": GIFT_CARD,
    },
    "exchange_delivered_order_items": {
        "order_id": DELIVERED,
        "item_ids": [SMALL_SACK],
        "new_item_ids": [LARGE_SACK],
        "payment_method_id": CARD,
    },
    "modify_user_address": {"user_id": "vera_holm_1001", **HOUSE},
}


@pytest.fixture
async def shop(pool: Pool) -> Pool:
    async with transaction(pool) as conn:
        await make_tables(conn)
        await make_tables(conn)
        await fill(conn, SAMPLE, progress=lambda line: None)
    return pool


async def call(
    pool: Pool, name: str, arguments: Mapping[str, object], *, of: str = VERA, key: str = "run:1:tool:1"
) -> str:
    """Call a tool as the run of this customer does, with an approval of exactly these arguments."""

    def connect() -> AbstractAsyncContextManager[Connection]:
        return transaction(pool)

    context = ToolContext(
        run_id=1,
        ticket_id=1,
        customer_id=1,
        customer_email=of,
        actor=f"customer:{of}",
        idempotency_key=key,
        connect=connect,
    )
    checked = BOX.get(name).checked(arguments)
    return await BOX.get(name).call(context, checked, grant=Grant(1, bound_hash(name, canonical(checked))))


async def rows(pool: Pool, table: str) -> list[dict[str, Any]]:
    async with transaction(pool) as conn:
        found = await conn.execute(f"select * from retail.{table} order by 1, 2".encode())
        return await found.fetchall()


async def book(pool: Pool) -> dict[str, list[dict[str, Any]]]:
    return {
        table: await rows(pool, table)
        for table in ("users", "method", "orders", "item", "payment", "variant", "done")
    }


async def order(pool: Pool, number: str) -> dict[str, Any]:
    (found,) = [row for row in await rows(pool, "orders") if row["id"] == number]
    return found


async def balance(pool: Pool, card: str) -> Decimal:
    (found,) = [row["balance"] for row in await rows(pool, "method") if row["id"] == card]
    return Decimal(found)


async def payments(pool: Pool, number: str) -> list[tuple[str, str, str]]:
    found = [row for row in await rows(pool, "payment") if row["order_id"] == number]
    return [(row["kind"], str(row["amount"]), row["method_id"]) for row in found]


def owner(name: str) -> str:
    return IDRIS if name == "modify_pending_order_payment" else VERA


def test_what_writes_waits_for_a_person_and_what_reads_does_not() -> None:
    assert {tool.name for tool in PACK.tools if tool.policy == "needs_approval"} == set(WRITES)


@pytest.mark.parametrize("name", WRITES)
async def test_the_same_key_again_changes_nothing_and_gives_the_same_words(shop: Pool, name: str) -> None:
    before = await book(shop)
    said = await call(shop, name, WRITES[name], of=owner(name))
    after = await book(shop)
    assert after != before
    assert await call(shop, name, WRITES[name], of=owner(name)) == said
    assert await book(shop) == after
    assert [row["said"] for row in after["done"]] == [said]


@pytest.mark.parametrize("name", WRITES)
async def test_anothers_record_is_not_found_like_one_that_does_not_exist(shop: Pool, name: str) -> None:
    before = await book(shop)
    foreign = VERA if owner(name) == IDRIS else IDRIS
    with pytest.raises(ToolRefused) as theirs:
        await call(shop, name, WRITES[name], of=foreign)
    missing = WRITES[name] | (
        {"user_id": "nobody_0"} if "user_id" in WRITES[name] else {"order_id": "#W0000000"}
    )
    with pytest.raises(ToolRefused) as nobodys:
        await call(shop, name, missing, of=foreign)
    shown = str(WRITES[name].get("order_id", ""))
    assert theirs.value.message == nobodys.value.message.replace("#W0000000", shown)
    assert await book(shop) == before


async def test_a_payment_method_of_another_is_not_found(shop: Pool) -> None:
    for method in ("gift_card_1000004", "gift_card_0000000"):
        wanted = WRITES["return_delivered_order_items"] | {"payment_method_id": method}
        with pytest.raises(ToolRefused, match=f"There is no payment method {method} of this customer"):
            await call(shop, "return_delivered_order_items", wanted)


async def test_someone_the_shop_does_not_know_reaches_nothing(shop: Pool) -> None:
    with pytest.raises(ToolRefused, match="no customer with this address"):
        await call(shop, "modify_user_address", HOUSE, of="eve@example.com")
    with pytest.raises(ToolRefused, match="no such customer"):
        await call(shop, "get_user_details", {"user_id": "vera_holm_1001"}, of="eve@example.com")


async def test_a_cancelled_order_is_refunded_to_how_it_was_paid(shop: Pool) -> None:
    said = await call(
        shop, "cancel_pending_order", {"order_id": "w1000003", "reason": "ordered by mistake"}, of=IDRIS
    )
    assert said.startswith("Order #W1000003 was cancelled. $44.80 goes back to gift_card_1000004.")
    assert (await order(shop, BY_GIFT_CARD))["status"] == "cancelled"
    assert (await order(shop, BY_GIFT_CARD))["asked"] == {"cancel_reason": "ordered by mistake"}
    assert await balance(shop, "gift_card_1000004") == Decimal("194.80")


async def test_an_order_whose_payment_was_changed_is_refunded_once(shop: Pool) -> None:
    await call(
        shop, "modify_pending_order_payment", WRITES["modify_pending_order_payment"], of=IDRIS, key="run:1"
    )
    assert await balance(shop, "gift_card_1000004") == Decimal("194.80")
    await call(
        shop,
        "cancel_pending_order",
        {"order_id": BY_GIFT_CARD, "reason": "no longer needed"},
        of=IDRIS,
        key="run:2",
    )
    assert await balance(shop, "gift_card_1000004") == Decimal("194.80")
    assert await payments(shop, BY_GIFT_CARD) == [
        ("payment", "44.80", "gift_card_1000004"),
        ("payment", "44.80", "paypal_1000003"),
        ("refund", "44.80", "gift_card_1000004"),
        ("refund", "44.80", "paypal_1000003"),
    ]


async def test_changed_items_cost_what_their_variants_cost(shop: Pool) -> None:
    wanted = {
        "order_id": PENDING,
        "item_ids": [BRASS, SMALL_POT],
        "new_item_ids": [BLACK, LARGE_POT],
        "payment_method_id": GIFT_CARD,
    }
    await call(shop, "modify_pending_order_items", wanted)
    held = [row for row in await rows(shop, "item") if row["order_id"] == PENDING]
    assert [(row["variant_id"], str(row["price"])) for row in held] == [
        (BLACK, "59.00"),
        (LARGE_POT, "44.80"),
        (SMALL_POT, "32.00"),
    ]
    assert await balance(shop, GIFT_CARD) == Decimal("17.70")
    assert (await payments(shop, PENDING))[-1] == ("payment", "7.30", GIFT_CARD)
    with pytest.raises(ToolRefused, match="is pending \\(item modified\\): its items cannot be changed"):
        await call(shop, "modify_pending_order_items", wanted, key="run:2")
    with pytest.raises(ToolRefused, match="only a pending order can be cancelled"):
        await call(shop, "cancel_pending_order", WRITES["cancel_pending_order"], key="run:3")


@pytest.mark.parametrize(
    ("name", "changed", "why"),
    [
        ("cancel_pending_order", {"order_id": DELIVERED}, "only a pending order can be cancelled"),
        ("modify_pending_order_items", {"new_item_ids": [SOLD_OUT]}, f"no item {SOLD_OUT} of Desk Lamp"),
        ("modify_pending_order_items", {"new_item_ids": [LARGE_POT]}, f"no item {LARGE_POT} of Desk Lamp"),
        ("modify_pending_order_items", {"new_item_ids": [BRASS]}, "holds already"),
        (
            "modify_pending_order_items",
            {"item_ids": [BRASS, BRASS], "new_item_ids": [BLACK, BLACK]},
            "not so many",
        ),
        ("modify_pending_order_items", {"new_item_ids": [BLACK, BLACK]}, "one new item"),
        (
            "modify_pending_order_items",
            {"item_ids": [SMALL_POT] * 2, "new_item_ids": [LARGE_POT] * 2, "payment_method_id": GIFT_CARD},
            "holds \\$25.00, and \\$25.60 is to be paid",
        ),
        ("modify_pending_order_address", {"order_id": DELIVERED}, "its address cannot be changed"),
        ("modify_pending_order_payment", {"payment_method_id": "gift_card_1000004"}, "is paid by"),
        ("return_delivered_order_items", {"order_id": PENDING}, "only a delivered order"),
        ("return_delivered_order_items", {"item_ids": [BLACK, BLACK]}, "not so many"),
        ("exchange_delivered_order_items", {"order_id": PENDING}, "only a delivered order"),
        ("exchange_delivered_order_items", {"item_ids": [BRASS]}, f"holds no item {BRASS}"),
    ],
)
async def test_what_the_rules_forbid_changes_nothing(
    shop: Pool, name: str, changed: Mapping[str, object], why: str
) -> None:
    before = await book(shop)
    with pytest.raises(ToolRefused, match=why):
        await call(shop, name, {**WRITES[name], **changed}, of=owner(name))
    assert await book(shop) == before


async def test_a_refund_goes_to_how_the_order_was_paid_or_to_a_gift_card(shop: Pool) -> None:
    async with transaction(shop) as conn:
        await conn.execute(
            "insert into retail.method (user_id, id, source) values ('vera_holm_1001', 'paypal_1', 'paypal')"
        )
    wanted = WRITES["return_delivered_order_items"] | {"payment_method_id": "paypal_1"}
    with pytest.raises(ToolRefused, match="how the order was paid, or to a gift card"):
        await call(shop, "return_delivered_order_items", wanted)


async def test_a_return_and_an_exchange_are_requested_once_an_order(shop: Pool) -> None:
    await call(shop, "exchange_delivered_order_items", WRITES["exchange_delivered_order_items"])
    assert (await order(shop, DELIVERED))["status"] == "exchange requested"
    assert (await order(shop, DELIVERED))["asked"] == {
        "exchange_items": [SMALL_SACK],
        "exchange_new_items": [LARGE_SACK],
        "exchange_payment_method_id": CARD,
        "exchange_price_difference": "20.00",
    }
    with pytest.raises(ToolRefused, match="is exchange requested"):
        await call(shop, "return_delivered_order_items", WRITES["return_delivered_order_items"], key="run:2")


async def test_look_ups_say_what_is_the_customers_and_what_the_shop_has(shop: Pool) -> None:
    assert "#W1000002 delivered" in await call(shop, "get_user_details", {})
    assert "#W1000002 delivered" in await call(shop, "get_user_details", {"user_id": "vera_holm_1001"})
    for foreign in ("idris_kone_1002", "nobody_0"):
        with pytest.raises(ToolRefused, match="There is no such customer"):
            await call(shop, "get_user_details", {"user_id": foreign})
    assert await call(shop, "get_order_details", {"order_id": "W1000002"}) == (
        "Order #W1000002 is delivered. Items: Desk Lamp (bulb warm, color black; item 1000000012, product 2000000001) "
        "for $59.00; Rucksack (color slate, size 20 l; item 1000000031, product 2000000003) for $89.90. It goes to "
        "14 Alder Lane, Portland, OR 97209, USA. Payments: payment of $148.90 by credit_card_1000002. "
        "Tracking number 700000000001."
    )
    assert "item 1000000013 (bulb cold, color black) for $57.25, not available" in await call(
        shop, "get_product_details", {"product_id": "2000000001"}
    )
    assert (await call(shop, "get_item_details", {"item_id": LARGE_POT})).startswith(
        "Item 1000000022 is Teapot"
    )
    assert "Rucksack 2000000003" in await call(shop, "list_all_product_types", {})
    for foreign in (BY_GIFT_CARD, "#W9999999"):
        with pytest.raises(ToolRefused, match=f"There is no order {foreign} of this customer"):
            await call(shop, "get_order_details", {"order_id": foreign})


async def test_of_an_erased_customer_nothing_stays(shop: Pool) -> None:
    await call(shop, "cancel_pending_order", WRITES["cancel_pending_order"])
    async with transaction(shop) as conn:
        counts = await erase(conn, VERA.lower())
        assert await erase(conn, VERA.lower()) == dict.fromkeys(counts, 0)
    assert counts == {
        "retail.done": 1,
        "retail.payment": 3,
        "retail.item": 5,
        "retail.orders": 2,
        "retail.method": 2,
        "retail.users": 1,
    }
    assert "vera" not in str(await book(shop)).lower()


async def test_a_filled_book_is_made_anew_only_when_asked(shop: Pool) -> None:
    await call(shop, "cancel_pending_order", WRITES["cancel_pending_order"])
    async with transaction(shop) as conn:
        with pytest.raises(NoBook, match="has 3 users; --fresh"):
            await fill(conn, SAMPLE)
        lines: list[str] = []
        await fill(conn, SAMPLE, fresh=True, progress=lines.append)
    assert lines == ["products: 3 of 3", "users: 3 of 3", "orders: 5 of 5"]
    assert (await order(shop, PENDING))["status"] == "pending"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (None, "cannot be read"),
        ("{", "cannot be read"),
        ('{"products": {}}', "needs an object each of products, users, orders"),
        ("price", 'products 1 to 3: null value in column "price"'),
        ("email", "duplicate key .* already exists"),
    ],
)
async def test_a_wrong_file_is_refused_with_the_reason(
    pool: Pool, tmp_path: Path, written: str | None, why: str
) -> None:
    sample = json.loads((SAMPLE / "db.json").read_text())
    match written:
        case "price":
            del sample["products"]["2000000001"]["variants"][BRASS]["price"]
            written = json.dumps(sample)
        case "email":
            sample["users"]["idris_kone_1002"]["email"] = VERA
            written = json.dumps(sample)
    if written is not None:
        (tmp_path / "db.json").write_text(written)
    async with transaction(pool) as conn:
        await make_tables(conn)
    with pytest.raises(NoBook, match=why):
        await _fill(pool, tmp_path)


async def _fill(pool: Pool, folder: Path) -> None:
    async with transaction(pool) as conn:
        await fill(conn, folder, progress=lambda line: None)
