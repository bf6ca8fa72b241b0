"""The planner: tools it never saw before, arguments that somebody wrote, and none that nobody did."""

import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from pydantic import JsonValue

from deskgraph.decisions import CallTool, NoToolFits
from deskgraph.models.builtin import facts
from deskgraph.models.builtin.addresses import addresses
from deskgraph.models.builtin.extract import arguments
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.plan import plan
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.said import Said
from deskgraph.models.builtin.schema import fields
from deskgraph.prompts import Section

Prompt = Callable[..., Reading]
TEXT: dict[str, JsonValue] = {"type": "string"}
LIST: dict[str, JsonValue] = {"type": "array", "items": TEXT}
MONEY: dict[str, JsonValue] = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^\d+(\.\d+)?$"}]}


def _schema(**properties: JsonValue) -> dict[str, JsonValue]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _tool(name: str, help_text: str = "", policy: str = "needs_approval", **properties: JsonValue) -> Section:
    help_text = help_text or name.replace("_", " ").capitalize() + "."
    return Section(
        "tool",
        f"{help_text}\narguments: {json.dumps(_schema(**properties))}",
        labels={"name": name, "policy": policy},
    )


SHOP = [
    _tool("order_status", "Say where an order is.", "read_only", order=TEXT),
    _tool("refund", "Pay money back to the customer.", order=TEXT, amount=MONEY),
    _tool("cancel_order", "Cancel an order.", order=TEXT),
    _tool("change_delivery_address", "Change the address of an order.", order=TEXT, address=TEXT),
]
OTHERS = [
    _tool("get_balance", "Look up the balance of an account.", "read_only", account=TEXT),
    _tool("block_card", "Block a lost or stolen card.", card_number=TEXT),
    _tool(
        "reset_password", "Send a link to set a new password.", email={"type": "string", "format": "email"}
    ),
    _tool("bookAppointment", "Book a visit of a technician.", date={"type": "string", "format": "date"}),
    _tool("waive_fee", "Waive a fee as goodwill.", amount={"type": "number"}),
]


async def _plan(mind: Mind, reading: Reading) -> CallTool | NoToolFits:
    decided = (await plan(reading, mind))[0]
    assert isinstance(decided, CallTool | NoToolFits)
    return decided


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        ("Please refund €19,90 of order #A-1001.", "refund", {"order": "#A-1001", "amount": "19.90"}),
        ("Where is ORD-1001?", "order_status", {"order": "ORD-1001"}),
        ("I want to cancel W2378156 please", "cancel_order", {"order": "W2378156"}),
        (
            "Please send order B-77120 to 4 Hill Road, Leeds, LS1 4QA. Thanks",
            "change_delivery_address",
            {"order": "B-77120", "address": "4 Hill Road, Leeds, LS1 4QA"},
        ),
        ("Please refund me for order A-1001.", "refund", {"order": "A-1001"}),
        ("Cancel my order", "cancel_order", {}),
        ("Cancel A-1001 or A-1002, whichever comes later", "cancel_order", {}),
    ],
)
async def test_the_tool_that_is_asked_for_gets_what_was_written_and_no_more(
    mind: Mind, prompt: Prompt, text: str, tool: str, given: dict[str, JsonValue]
) -> None:
    decided = await _plan(mind, prompt(text, tools=SHOP, sections=[Section("task", text)]))
    assert isinstance(decided, CallTool)
    assert (decided.tool, decided.arguments) == (tool, given)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("My card was stolen, please block it.", "block_card"),
        ("Please reset my password, my address is ann@shop.example", "reset_password"),
        ("I'd like to book a technician for 2026-05-04", "bookAppointment"),
        ("Could you waive the late fee of $5?", "waive_fee"),
        ("How much is left on my account?", "get_balance"),
    ],
)
async def test_tools_of_a_company_it_never_saw_are_told_apart(
    mind: Mind, prompt: Prompt, text: str, tool: str
) -> None:
    decided = await _plan(mind, prompt(text, tools=OTHERS))
    assert isinstance(decided, CallTool)
    assert decided.tool == tool


@pytest.mark.parametrize(
    "text", ["Do you sell lamps?", "My cat likes the box.", "Please close my account.", ""]
)
async def test_when_no_tool_fits_none_is_called(mind: Mind, prompt: Prompt, text: str) -> None:
    assert isinstance(await _plan(mind, prompt(text, tools=SHOP)), NoToolFits)


async def test_without_tools_there_is_nothing_to_call(mind: Mind, prompt: Prompt) -> None:
    assert isinstance(await _plan(mind, prompt("Cancel order A-1001")), NoToolFits)


async def test_what_is_asked_first_is_done_first(mind: Mind, prompt: Prompt) -> None:
    text = "Please cancel order A-1001. Then refund 5 euros for order A-1002."
    decided = await _plan(mind, prompt(text, tools=SHOP))
    assert (getattr(decided, "tool", ""), getattr(decided, "arguments", {})) == (
        "cancel_order",
        {"order": "A-1001"},
    )


async def test_a_number_from_an_earlier_message_of_the_customer_is_used(mind: Mind, prompt: Prompt) -> None:
    turns = [("customer", "Order A-1001 has not come."), ("agent", "Order Z-9999 is an example of a number.")]
    decided = await _plan(mind, prompt("Then cancel the order.", turns=turns, tools=SHOP))
    assert getattr(decided, "arguments", {}) == {"order": "A-1001"}


async def test_a_number_that_only_the_agent_wrote_is_not_used(mind: Mind, prompt: Prompt) -> None:
    turns = [("customer", "My order has not come."), ("agent", "Is it A-1001?")]
    decided = await _plan(mind, prompt("Please cancel the order.", turns=turns, tools=SHOP))
    assert getattr(decided, "arguments", None) == {}


async def test_a_choice_is_taken_by_its_words_or_its_meaning_or_left_out(mind: Mind, prompt: Prompt) -> None:
    reason: JsonValue = {"enum": ["no longer needed", "ordered by mistake"]}
    tools = [_tool("cancel_order", order=TEXT, reason=reason)]
    for text, chosen in (
        ("Please cancel order A-1001, I ordered it by mistake.", "ordered by mistake"),
        ("Please cancel order A-1001. I do not need it any longer.", "no longer needed"),
        ("Please cancel order A-1001.", None),
    ):
        decided = await _plan(mind, prompt(text, tools=tools))
        assert getattr(decided, "arguments", {}).get("reason") == chosen, text


@pytest.mark.parametrize("body", ["", "Cancel an order.", "Cancel.\narguments: {broken", "arguments: [1, 2]"])
async def test_a_tool_whose_schema_cannot_be_read_is_called_without_arguments(
    mind: Mind, prompt: Prompt, body: str
) -> None:
    tool = Section("tool", body, labels={"name": "cancel_order", "policy": "needs_approval"})
    decided = await _plan(mind, prompt("Please cancel order A-1001.", tools=[tool]))
    assert (getattr(decided, "tool", ""), getattr(decided, "arguments", None)) == ("cancel_order", {})


def _given(text: str, **properties: JsonValue) -> dict[str, JsonValue]:
    return arguments(fields(_schema(**properties)), Said(text, text, text))


@pytest.mark.parametrize(
    ("text", "name", "rule", "value"),
    [
        ("exchange item 12345678 and item 87654321", "item_ids", LIST, ["12345678", "87654321"]),
        ("exchange item 111 for item 222", "new_item_ids", LIST, ["222"]),
        ("exchange item 111 for item 222", "item_ids", LIST, ["111"]),
        ("cancel A-1001 and A-1002", "orders", LIST, ["A-1001", "A-1002"]),
        ("write to ann@shop.example", "email", TEXT, "ann@shop.example"),
        ("change it to new@shop.example from old@shop.example", "email", TEXT, None),
        ("change old@shop.example to new@shop.example", "new_email", TEXT, "new@shop.example"),
        ("my name is Ann Lee", "first_name", TEXT, "Ann"),
        ("my name is Ann Lee, zip code 12345", "zip", TEXT, "12345"),
        ("to 12 Elm St, Springfield, IL, 62701", "city", TEXT, "Springfield"),
        ("to 12 Elm St, Apt 4, Springfield, IL, 62701", "address2", TEXT, "Apt 4"),
        ("refund $1,299.50", "amount", {"type": "number"}, 1299.5),
        ("refund $12", "amount", {"type": "integer"}, 12),
        ("refund $12.50", "amount", {"type": "integer"}, None),
        ("refund $12 or $13", "amount", {"type": "number"}, None),
        ("refund 20% of it", "amount", {"type": "number"}, None),
        ("refund all of it", "amount", {"type": "number"}, None),
        ("it cost £12", "currency", TEXT, "GBP"),
        ("for 3 days", "days", {"type": "integer"}, 3),
        ("cancel it because it came too late.", "reason", TEXT, "it came too late"),
        ("user id mia_12", "user_id", TEXT, "mia_12"),
        ("tracking number is 1Z999", "tracking_number", TEXT, "1Z999"),
        ("order A-1001", "order_id", {"type": "string", "pattern": "^B-"}, None),
        ("yes please", "confirmed", {"type": "boolean"}, None),
        ("whatever", "payment_method_id", TEXT, None),
        ("whatever", "colour", TEXT, None),
    ],
)
def test_an_argument_is_what_was_written_or_missing(
    text: str, name: str, rule: JsonValue, value: JsonValue
) -> None:
    assert _given(text, **{name: rule}).get(name) == value


def test_references_and_optional_arguments_of_a_schema_are_followed() -> None:
    schema = {
        "$defs": {"Reason": {"enum": ["late", "broken"], "type": "string"}},
        "properties": {"reason": {"anyOf": [{"$ref": "#/$defs/Reason"}, {"type": "null"}]}, "odd": 3},
    }
    (field,) = fields(schema)
    assert (field.name, field.choices, field.required) == ("reason", ("late", "broken"), False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#W1234567 ORD-1001 A-1001", ["#W1234567", "ORD-1001", "A-1001"]),
        ("my order number is 5512", ["5512"]),
        ("order INV-2024-001", ["INV-2024-001"]),
        ("UTF-8, COVID-19, i7, A4, IPX4, 4K, MP3, WH-1000XM4, 1000-piece", []),
        ("W1234567 that is #W1234567", ["#W1234567"]),
        ("ann1234@shop.example", []),
    ],
)
def test_order_numbers_are_known_by_their_form(text: str, found: list[str]) -> None:
    assert facts.orders(text) == found


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("€19,90", "19.90", "EUR"), ("19.90 euros", "19.90", "EUR"), ("$1,299.00", "1299.00", "USD"),
        ("1.299,00 €", "1299.00", "EUR"), ("CHF 12", "12", "CHF"), ("100 bucks", "100", "USD"),
        ("£7.5", "7.5", "GBP"), ("1 299 €", "1299", "EUR"),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_write_them(text: str, amount: str, currency: str) -> None:
    assert facts.money(f"please refund {text} now") == [facts.Money(Decimal(amount), currency)]


@pytest.mark.parametrize(
    "address",
    [
        "12 Elm St, Springfield, IL, 62701",
        "760 Oak Avenue, Suite 5, Houston, TX 77034, USA",
        "Lindenweg 4, 50667 Köln",
        "12 rue de la Paix, 75002 Paris, France",
        "4 Harbour Lane\nBristol\nBS1 4QA",
        "Am Alten Markt 3, 18055 Rostock",
        "7 Quay Street, Galway",
    ],
)
def test_an_address_is_found_whole_and_ends_where_it_ends(address: str) -> None:
    before, after = "Please deliver it to ", ". Thanks, Ann" if "\n" not in address else "\nThanks, Ann"
    assert [found.text for found in addresses(before + address + after)] == [address]


def test_no_address_is_made_of_what_is_none() -> None:
    assert addresses("I moved to Elm Avenue in Houston with 3 Lamps. Order 5 came on May 4, 2026.") == []
