"""Arguments as people write them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from deskgraph.console.form import correction, fields, replacement
from deskgraph.errors import BadArguments
from deskgraph.web import arguments
from deskgraph.web.shapes import Approval

SCHEMA: dict[str, Any] = {
    "properties": {
        "order": {"type": "string"},
        "amount": {"anyOf": [{"type": "number"}, {"type": "string"}]},
        "count": {"type": "integer"},
        "urgent": {"type": "boolean"},
        "reason": {"enum": ["broken", "late"], "type": "string"},
        "lines": {"type": "array", "items": {"type": "string"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["order", "amount"],
}
PROPOSED = {"order": "10023", "amount": "12.50", "count": 2, "urgent": False}


def an_approval(text: str | None = None) -> Approval:
    return Approval(
        id=1,
        run=2,
        ticket=3,
        kind="tool" if text is None else "reply",
        action="refund",
        arguments=dict(PROPOSED) if text is None else {},
        text=text,
        schema_=SCHEMA,
        findings=[],
        newer_messages=0,
        seen=4,
        expires=datetime(2030, 1, 1, tzinfo=UTC),
        status="pending",
        ruled_by=None,
        ruled_at=None,
        note="",
        effect=None,
    )


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("order", "10023", "10023"),
        ("amount", "12.50", "12.50"),
        ("count", "3", 3),
        ("count", "many", "many"),
        ("urgent", "true", True),
        ("lines", '["a", "b"]', ["a", "b"]),
        ("note", "", None),
    ],
)
def test_a_text_becomes_what_the_schema_takes(name: str, raw: str, value: object) -> None:
    assert arguments.read(SCHEMA, name, raw) == value


def test_a_slip_of_the_pen_is_refused_and_the_right_name_told() -> None:
    with pytest.raises(BadArguments, match="Did you mean amount"):
        arguments.read(SCHEMA, "amonut", "3")


def test_a_form_has_a_field_for_each_argument_in_the_control_that_fits() -> None:
    drawn = {field.name: (field.control, field.value) for field in fields(an_approval(), {})}
    assert drawn == {
        "order": ("line", "10023"),
        "amount": ("number", "12.50"),
        "count": ("number", "2"),
        "urgent": ("choice", "false"),
        "reason": ("choice", ""),
        "lines": ("json", ""),
        "note": ("line", ""),
    }


def test_a_form_sent_back_as_it_was_corrects_nothing() -> None:
    asked = an_approval()
    typed = {field.id: field.value for field in fields(asked, {})}
    assert correction(asked, typed) is None


def test_one_changed_field_is_a_correction_of_all_arguments() -> None:
    typed = {"argument.amount": "10.00", "argument.order": "10023"}
    assert correction(an_approval(), typed) == {**PROPOSED, "amount": "10.00"}


def test_the_line_ends_of_a_browser_are_no_edit() -> None:
    assert replacement(an_approval("one\ntwo"), {"text": "one\r\ntwo"}) is None


def test_an_edited_draft_is_taken_as_it_was_typed() -> None:
    assert replacement(an_approval("one\ntwo"), {"text": "one\r\nthree "}) == "one\nthree "
