"""Which decider answers which output tools."""

from collections.abc import Awaitable, Callable, Sequence
from types import UnionType
from typing import get_args

from deskgraph.decisions import (
    AnswerDecision,
    Classification,
    CustomerDecision,
    Decision,
    PlanDecision,
    RefineDecision,
    ReviewDecision,
    TeamDecision,
)
from deskgraph.errors import ModelFailed
from deskgraph.models.builtin.answer import answer
from deskgraph.models.builtin.classify import classify
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.plan import plan
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.refine import refine
from deskgraph.models.builtin.review import review
from deskgraph.models.builtin.route import route_customer, route_team

Decider = Callable[[Reading, Mind], Awaitable[list[Decision]]]


def _names(union: UnionType) -> frozenset[str]:
    return frozenset(member.__name__ for member in get_args(union))


_DECIDERS: tuple[tuple[frozenset[str], Decider], ...] = (
    (frozenset({Classification.__name__}), classify),
    (_names(CustomerDecision), route_customer),
    (_names(TeamDecision), route_team),
    (_names(PlanDecision), plan),
    (_names(RefineDecision), refine),
    (_names(AnswerDecision), answer),
    (_names(ReviewDecision), review),
)


def decider_of(offered: Sequence[str]) -> Decider:
    """The decider that knows the output tools on offer. Raises ModelFailed when none does."""
    for known, decider in _DECIDERS:
        if known.intersection(offered):
            return decider
    raise ModelFailed(
        f"The builtin model knows none of the decisions {', '.join(offered) or '(none offered)'}.",
        "Choose another model for this purpose.",
    )
