"""Who may approve a call: by role, by amount, and by what the question says where the tool is away."""

from decimal import Decimal

import pytest

from deskgraph.errors import ApprovalNotAllowed
from deskgraph.tools import Approver, Limit, Role
from deskgraph.tools.approver import as_asked

UP_TO_100 = Approver(role="staff", limit=Limit(argument="amount", most=Decimal(100)), above="lead")


@pytest.mark.parametrize(
    ("amount", "needed"),
    [
        ("100", "staff"),
        ("100.00", "staff"),
        (100, "staff"),
        ("100.01", "lead"),
        (101, "lead"),
        ("1E+3", "lead"),
        (None, "lead"),
        (True, "lead"),
        ("much", "lead"),
        ("NaN", "lead"),
        ("-1", "lead"),
        (-5000, "lead"),
    ],
)
def test_the_amount_says_which_role_is_needed_and_one_that_is_none_needs_the_higher(
    amount: object, needed: Role
) -> None:
    assert UP_TO_100.needed({"amount": amount}) == needed


def test_an_amount_that_is_left_out_needs_the_higher_role() -> None:
    assert UP_TO_100.needed({}) == "lead"


@pytest.mark.parametrize(
    ("role", "amount", "may"),
    [
        ("customer", "1", False),
        ("staff", "50", True),
        ("staff", "500", False),
        ("lead", "500", True),
        ("developer", "500", True),
    ],
)
def test_a_role_may_do_what_a_lower_one_may_and_no_more(role: Role, amount: str, may: bool) -> None:
    if may:
        UP_TO_100.refuse(role, "refund", {"amount": amount})
        return
    with pytest.raises(ApprovalNotAllowed) as refused:
        UP_TO_100.refuse(role, "refund", {"amount": amount})
    assert "up to 100 amount, above that lead" in refused.value.message


@pytest.mark.parametrize("approver", [Approver(), Approver("developer"), UP_TO_100])
def test_a_question_holds_the_rule_it_was_asked_with(approver: Approver) -> None:
    question = {"approver": approver.shown({"amount": "500"})}
    assert as_asked(question) == approver
    assert question["approver"]["role"] == approver.needed({"amount": "500"})


@pytest.mark.parametrize("question", [{}, {"approver": None}, {"approver": {"given": {"role": "boss"}}}])
def test_a_rule_that_cannot_be_read_is_a_leads(question: dict[str, object]) -> None:
    assert as_asked(question) == Approver(role="lead")
