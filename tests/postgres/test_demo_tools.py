"""The demo's tools: own orders only, ceilings, nothing twice under one key."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.demo import PACK
from deskgraph.demo.pack import apply_schema
from deskgraph.effects import bound_hash, canonical
from deskgraph.errors import ToolRefused
from deskgraph.tools import Grant, Toolbox, ToolContext

TOM = "tom.ashworth@example.org"
INES = "ines.duarte@example.org"
BOX = Toolbox(PACK.tools)


@pytest.fixture
async def shop(pool: Pool) -> Pool:
    async with transaction(pool) as conn:
        await apply_schema(conn)
    return pool


async def call(
    pool: Pool, tool: str, arguments: Mapping[str, object], *, of: str = TOM, key: str = "run:1:tool:1"
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
    checked = BOX.get(tool).checked(arguments)
    return await BOX.get(tool).call(context, checked, grant=Grant(1, bound_hash(tool, canonical(checked))))


async def refunded(pool: Pool, order: str) -> str:
    async with transaction(pool) as conn:
        row = await (
            await conn.execute(
                'select coalesce(sum(amount), 0)::text as total from demo.refund where "order" = %s', [order]
            )
        ).fetchone()
    return str(row["total"]) if row else ""


async def test_a_status_says_where_the_order_is(shop: Pool) -> None:
    said = await call(shop, "order_status", {"order": "BC-1014"})
    assert said.startswith("Order BC-1014 was shipped on ")
    assert "1 x 11 speed chain, 116 links" in said
    assert "£93.90 was paid by card ending 0932" in said


async def test_a_number_is_found_however_it_is_written(shop: Pool) -> None:
    assert "BC-1014" in await call(shop, "order_status", {"order": "#bc-1014 "})


async def test_without_a_number_the_newest_order_is_meant(shop: Pool) -> None:
    assert (await call(shop, "order_status", {})).startswith("Order BC-1026 is packed")


@pytest.mark.parametrize("tool", ["order_status", "refund", "cancel_order", "change_delivery_address"])
async def test_anothers_order_is_not_found_like_one_that_does_not_exist(shop: Pool, tool: str) -> None:
    more = {
        "refund": {"amount": "5.00"},
        "change_delivery_address": {"address": "1 Mill Lane, York, YO1 9TT"},
    }
    for order in ("BC-1019", "BC-9999"):
        with pytest.raises(ToolRefused, match=f"no order {order} of this customer"):
            await call(shop, tool, {"order": order, **more.get(tool, {})})


async def test_somebody_without_orders_is_told_so(shop: Pool) -> None:
    with pytest.raises(ToolRefused, match="no order"):
        await call(shop, "order_status", {}, of="nobody@example.org")


async def test_a_refund_under_the_same_key_is_made_once(shop: Pool) -> None:
    first = await call(shop, "refund", {"order": "BC-1014", "amount": "29.90"}, key="k1")
    again = await call(shop, "refund", {"order": "BC-1014", "amount": "29.90"}, key="k1")
    assert first == again
    assert first.startswith("£29.90 of order BC-1014 was refunded to the card ending 0932.")
    assert await refunded(shop, "BC-1014") == "29.90"


async def test_refunds_together_never_exceed_what_was_paid(shop: Pool) -> None:
    await call(shop, "refund", {"order": "BC-1014", "amount": "60.00"}, key="k1")
    with pytest.raises(ToolRefused, match=r"£60\.00 is more than is left .*: £33\.90 of £93\.90"):
        await call(shop, "refund", {"order": "BC-1014", "amount": "60.00"}, key="k2")
    assert await refunded(shop, "BC-1014") == "60.00"


async def test_refunds_of_one_order_together_stay_under_the_ceiling(shop: Pool) -> None:
    kofi = "kofi.mensah@example.org"
    await call(shop, "refund", {"order": "BC-1006", "amount": "100.00"}, of=kofi, key="k1")
    with pytest.raises(ToolRefused, match=r"at most £150\.00"):
        await call(shop, "refund", {"order": "BC-1006", "amount": "50.01"}, of=kofi, key="k2")
    await call(shop, "refund", {"order": "BC-1006", "amount": "50.00"}, of=kofi, key="k3")
    assert await refunded(shop, "BC-1006") == "150.00"


@pytest.mark.parametrize("amount", ["0", "-5", "1.005", "NaN"])
async def test_an_amount_that_is_none_is_no_argument(amount: str) -> None:
    assert "amount" in BOX.get("refund").check({"order": "BC-1014", "amount": amount}).invalid


async def test_an_order_is_cancelled_and_paid_back_once(shop: Pool) -> None:
    siobhan = "siobhan.kelly@example.org"
    first = await call(shop, "cancel_order", {"order": "BC-1022"}, of=siobhan, key="k1")
    assert first == await call(shop, "cancel_order", {"order": "BC-1022"}, of=siobhan, key="k1")
    assert first.startswith("Order BC-1022 was cancelled. £62.50 goes back to the card ending 4460.")
    assert await refunded(shop, "BC-1022") == "62.50"
    with pytest.raises(ToolRefused, match="is cancelled"):
        await call(shop, "cancel_order", {"order": "BC-1022"}, of=siobhan, key="k2")


async def test_what_is_shipped_is_neither_cancelled_nor_sent_elsewhere(shop: Pool) -> None:
    kofi = "kofi.mensah@example.org"
    with pytest.raises(ToolRefused, match="is shipped"):
        await call(shop, "cancel_order", {"order": "BC-1018"}, of=kofi)
    with pytest.raises(ToolRefused, match="is shipped"):
        await call(
            shop, "change_delivery_address", {"order": "BC-1018", "address": "1 Mill Lane, York"}, of=kofi
        )


async def test_the_address_of_an_open_order_changes(shop: Pool) -> None:
    new = "22 Garden Terrace\nExeter,\nEX4 6NT"
    said = await call(shop, "change_delivery_address", {"order": "BC-1019", "address": new}, of=INES)
    assert said == "Order BC-1019 now goes to 22 Garden Terrace, Exeter, EX4 6NT."
    assert "to 22 Garden Terrace, Exeter, EX4 6NT" in await call(
        shop, "order_status", {"order": "BC-1019"}, of=INES
    )


@pytest.mark.parametrize(
    "address", ["Exeter", "Garden Terrace, Exeter", "22 Garden Terrace", "1, " + "x" * 300]
)
async def test_half_an_address_is_refused(shop: Pool, address: str) -> None:
    with pytest.raises(ToolRefused, match="not whole"):
        await call(shop, "change_delivery_address", {"order": "BC-1019", "address": address}, of=INES)


async def test_a_refused_call_leaves_its_key_free(shop: Pool) -> None:
    with pytest.raises(ToolRefused):
        await call(shop, "refund", {"order": "BC-1014", "amount": "93.91"}, key="k1")
    await call(shop, "refund", {"order": "BC-1014", "amount": "93.90"}, key="k1")
    assert await refunded(shop, "BC-1014") == "93.90"
