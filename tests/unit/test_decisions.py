"""Decisions: what models return, made safe to keep, with the docstrings that tell a model when to choose them."""

from typing import get_args

import pytest

from deskgraph.decisions import (
    AnswerDecision,
    Claim,
    Classification,
    CustomerDecision,
    Decision,
    EscalateToPerson,
    PlanDecision,
    RefineDecision,
    ReviewDecision,
    TeamDecision,
)

UNIONS = [CustomerDecision, TeamDecision, PlanDecision, RefineDecision, AnswerDecision, ReviewDecision]
MEMBERS = [member for union in UNIONS for member in get_args(union)] + [Classification]


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.__name__)
def test_every_member_tells_the_model_when_to_choose_it(member: type[Decision]) -> None:
    assert (member.__doc__ or "").startswith(("Choose this when", "Say "))


def test_no_member_stands_in_two_unions() -> None:
    assert len({member.__name__ for member in MEMBERS}) == len(MEMBERS)


def test_the_team_has_nobody_to_escalate_to() -> None:
    assert EscalateToPerson not in get_args(TeamDecision)


def test_what_no_column_takes_is_left_out_of_a_decision() -> None:
    assert EscalateToPerson(reason="a\x00b\ud800c").reason == "abc"
    assert Claim(text="\x00nine", passages=(1,)).text == "nine"
