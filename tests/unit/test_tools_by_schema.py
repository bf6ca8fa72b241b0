"""Arguments by somebody else's JSON Schema: checked as it says, nothing coerced, and no schema that leads elsewhere."""

from typing import Any

import pytest

from deskgraph.errors import BadPack
from deskgraph.tools.by_schema import SchemaArguments

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "order": {"type": "string", "pattern": "^A-", "description": "Its number."},
        "amount": {"type": "number", "minimum": 0},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
        "gift": {"type": "boolean"},
    },
    "required": ["order"],
    "$defs": {
        "line": {"type": "object", "properties": {"pieces": {"type": "integer"}}, "required": ["pieces"]}
    },
}


@pytest.mark.parametrize(
    ("given", "dropped", "missing", "invalid"),
    [
        ({"order": "A-1", "colour": "red"}, ("colour",), (), []),
        ({"amount": 1}, (), ("order",), []),
        ({"order": 7}, (), (), ["order"]),
        # A pattern is the server's to hold to.
        ({"order": "B-1"}, (), (), []),
        ({"order": "A-1", "amount": "7"}, (), (), ["amount"]),
        ({"order": "A-1", "amount": -1}, (), (), ["amount"]),
        ({"order": "A-1", "amount": float("nan")}, (), (), ["amount"]),
        ({"order": "A-1", "gift": "true"}, (), (), ["gift"]),
        ({"order": "A-1", "gift": None}, (), (), ["gift"]),
        ({"order": "A-1", "lines": [{"pieces": 1}, {}]}, (), (), ["lines"]),
        ({"order": "A-\x00"}, (), (), ["order"]),
        ({"order": "A-\ud800"}, (), (), ["order"]),
        ({"order": "A-1", "amount": 2**63}, (), (), ["amount"]),
    ],
)
def test_what_is_too_much_missing_or_wrong_is_named(
    given: dict[str, object], dropped: tuple[str, ...], missing: tuple[str, ...], invalid: list[str]
) -> None:
    found = SchemaArguments(ORDER).check(given)
    assert (found.dropped, found.missing, list(found.invalid)) == (dropped, missing, invalid)


def test_what_is_valid_stays_as_it_was_given() -> None:
    given = {"order": "A-1", "amount": 1.5, "lines": [{"pieces": 2, "colour": "red"}], "gift": True}
    found = SchemaArguments(ORDER).check(given)
    assert (found.arguments, found.complete, found.dropped) == (given, True, ())


def test_a_rule_about_arguments_together_blocks_the_call() -> None:
    either = {**ORDER, "anyOf": [{"required": ["amount"]}, {"required": ["lines"]}]}
    found = SchemaArguments(either).check({"order": "A-1"})
    assert (list(found.invalid), found.complete) == (["arguments"], False)


def test_the_place_within_an_argument_is_told() -> None:
    found = SchemaArguments(ORDER).check({"order": "A-1", "lines": [{"pieces": "two"}]})
    assert "0.pieces: 'two' is not of type 'integer'" in found.invalid["lines"]


def test_amounts_are_numbers() -> None:
    assert SchemaArguments(ORDER).amounts() == {
        "order": False,
        "amount": True,
        "lines": False,
        "gift": False,
    }


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"type": "array"}, "does not describe an object"),
        ({"type": "object", "properties": []}, "does not describe an object"),
        ({"type": "object", "properties": {"a": {"type": "strin"}}}, "is not valid"),
        ({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}, "not within it"),
        ({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}, "not within it"),
        ({"type": "object", "properties": {"a": {"$id": "https://e.com/b", "$ref": "#/c"}}}, "not within it"),
        ({"type": "object", "properties": {"a": {"const": object()}}}, "is no JSON"),
    ],
)
def test_a_schema_that_cannot_be_checked_by_is_refused(schema: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPack, match=why):
        SchemaArguments(schema)


def test_a_reference_that_leads_nowhere_or_round_in_circles_blocks_the_call() -> None:
    for rule in ({"$ref": "#/$defs/none"}, {"$ref": "#/properties/a"}):
        found = SchemaArguments({"type": "object", "properties": {"a": rule}}).check({"a": 1})
        assert not found.complete


def test_the_schema_is_the_callers_own_copy() -> None:
    arguments = SchemaArguments(ORDER)
    arguments.schema()["properties"].clear()
    assert list(arguments.schema()["properties"]) == ["order", "amount", "lines", "gift"]
