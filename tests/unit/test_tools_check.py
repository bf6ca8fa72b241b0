"""What a tool takes as its arguments: nothing is guessed, and what is refused is named."""

import json
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from deskgraph.effects import canonical
from deskgraph.errors import BadArguments
from deskgraph.tools import ToolContext, tool
from tests.unit.tool_contexts import anns_context


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Address(BaseModel):
    street: str
    floor: int = 0
    deposit: Decimal = Decimal(0)


@tool(policy="read_only")
async def every_type(
    context: ToolContext,
    order: str,
    amount: Annotated[Decimal, Field(gt=-1000)],
    count: int,
    day: date,
    way: Literal["post", "courier"],
    size: Size,
    address: Address,
    items: list[str],
    gift: bool = False,
    note: str | None = None,
) -> str:
    """Echo.

    This paragraph is for programmers.

    Args:
        order: The order's number,
            such as A-1.
        amount: In euros.
        count: How many.
        day: The day.
        way: How it is sent.
        size: How large it is.
        address: Where it goes.
        items: What is in it.
        gift: Whether it is a present.
        note: A word to whoever packs it.

    Returns:
        The values.
    """
    return repr((order, amount, count, day, way, size, address, items, gift, note))


GIVEN: dict[str, object] = {
    "order": "A-1",
    "amount": "20.00",
    "count": 2,
    "day": "2026-12-24",
    "way": "post",
    "size": "l",
    "address": {"street": "Elm Road 1"},
    "items": ["lamp", "shade"],
}
KEPT = {
    **GIVEN,
    "address": {"street": "Elm Road 1", "floor": 0, "deposit": "0"},
    "gift": False,
    "note": None,
}


def test_checked_arguments_are_json_with_the_defaults_written_in() -> None:
    checked = every_type.check(GIVEN)
    assert (checked.arguments, checked.complete, checked.complaint()) == (KEPT, True, "")
    assert json.loads(canonical(checked.arguments)) == KEPT


def test_checked_arguments_check_to_themselves() -> None:
    arguments = every_type.check(GIVEN).arguments
    assert every_type.check(json.loads(canonical(arguments))).arguments == arguments


async def test_the_function_gets_values_of_its_own_types() -> None:
    said = await every_type.call(anns_context(), KEPT)
    assert said == repr(
        (
            "A-1",
            Decimal("20.00"),
            2,
            date(2026, 12, 24),
            "post",
            Size.LARGE,
            Address(street="Elm Road 1"),
            ["lamp", "shade"],
            False,
            None,
        )
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("20", "20"),
        ("20.00", "20.00"),
        (20, "20"),
        (10.5, "10.5"),
        (Decimal("3.10"), "3.10"),
        ("1e2", "100"),
        (" 5 ", "5"),
        ("-0.00", "0.00"),
        ("0e999999999", "0"),
    ],
)
def test_an_amount_is_kept_as_its_digits(given: object, kept: str) -> None:
    assert every_type.check({**GIVEN, "amount": given}).arguments["amount"] == kept


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("amount", True),
        ("amount", "1e999999"),
        ("amount", "nan"),
        ("amount", float("inf")),
        ("amount", "twenty"),
        ("amount", "-1000"),
        ("count", True),
        ("count", "2"),
        ("count", 2.5),
        ("count", 2**63),
        ("gift", 1),
        ("gift", "true"),
        ("day", 5),
        ("day", "2026-13-01"),
        ("day", "2026-12-24T10:00:00"),
        ("way", "pigeon"),
        ("way", True),
        ("size", "xl"),
        ("order", 5),
        ("order", "A\x00"),
        ("order", "A\ud800"),
        ("items", "lamp"),
        ("items", [1]),
        ("items", ["a\x00"]),
        ("address", "Elm Road 1"),
        ("address", {"street": "Elm Road 1", "floor": True}),
        ("address", {"floor": 1}),
    ],
)
def test_a_value_of_another_type_is_reported_and_not_coerced(name: str, value: object) -> None:
    checked = every_type.check({**GIVEN, name: value})
    assert (list(checked.invalid), name in checked.arguments, checked.missing) == ([name], False, ())


def test_one_wrong_value_leaves_the_others_standing() -> None:
    checked = every_type.check({"order": "A-1", "amount": "20", "count": "many"})
    assert checked.arguments == {"order": "A-1", "amount": "20", "gift": False, "note": None}
    assert checked.missing == ("day", "way", "size", "address", "items")
    assert checked.complaint().startswith("day is missing; way is missing;")


@pytest.mark.parametrize("blank", ["", "  \n", None])
def test_a_blank_is_left_out_and_not_a_value(blank: str | None) -> None:
    assert every_type.check({**GIVEN, "order": blank, "note": blank}).missing == ("order",)


def test_what_the_tool_does_not_take_is_dropped_and_named_at_every_depth() -> None:
    checked = every_type.check({**GIVEN, "customer_email": "x", "address": {"street": "E", "door": "2"}})
    assert (sorted(checked.dropped), checked.complete) == (["address.door", "customer_email"], True)


def test_a_persons_correction_must_fit_whole() -> None:
    assert every_type.checked(GIVEN) == KEPT
    with pytest.raises(BadArguments, match="It does not take tip") as refused:
        every_type.checked({**GIVEN, "tip": "1"})
    assert refused.value.hint.startswith("Its arguments: order, amount, count")
    with pytest.raises(BadArguments, match="count is not valid: input should be a valid integer"):
        every_type.checked({**GIVEN, "count": "2"})


def test_the_schema_says_what_a_form_needs() -> None:
    schema = every_type.schema
    assert schema["required"] == list(GIVEN)
    assert schema["additionalProperties"] is False
    assert schema["properties"]["order"]["description"] == "The order's number, such as A-1."
    assert schema["properties"]["way"]["enum"] == ["post", "courier"]
    assert schema["properties"]["gift"] == {
        "default": False,
        "description": "Whether it is a present.",
        "title": "Gift",
        "type": "boolean",
    }
    assert schema["properties"]["day"]["format"] == "date"


def test_a_changed_schema_does_not_change_the_tool() -> None:
    every_type.schema["properties"].clear()
    assert list(every_type.schema["properties"]) == list(KEPT)


def test_a_model_reads_the_help_and_one_line_of_schema() -> None:
    help_line, schema_line = every_type.prompt.split("\n")
    assert help_line == "Echo."
    assert json.loads(schema_line.removeprefix("arguments: ")) == every_type.schema
