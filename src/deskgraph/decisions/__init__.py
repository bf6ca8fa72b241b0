"""What an agent may decide: the unions that are the routing tables.

A member's docstring is what the model reads when it chooses, so it is written as an instruction to the model.
"""

from deskgraph.decisions.answering import Answer, AnswerDecision, CannotAnswer, Claim
from deskgraph.decisions.base import Decision
from deskgraph.decisions.classification import Category, Classification, Priority
from deskgraph.decisions.planning import CallTool, NoToolFits, PlanDecision
from deskgraph.decisions.refining import KeepQuery, RefineDecision, RefineQuery
from deskgraph.decisions.reviewing import PassDraft, ReviewDecision, RewriteDraft, ShowToPerson
from deskgraph.decisions.routing import (
    AnswerCustomer,
    AnswerTeam,
    CustomerDecision,
    EscalateToPerson,
    SearchForCustomer,
    SearchForTeam,
    TeamDecision,
    UseToolForCustomer,
    UseToolForTeam,
)

__all__ = [
    "Answer",
    "AnswerCustomer",
    "AnswerDecision",
    "AnswerTeam",
    "CallTool",
    "CannotAnswer",
    "Category",
    "Claim",
    "Classification",
    "CustomerDecision",
    "Decision",
    "EscalateToPerson",
    "KeepQuery",
    "NoToolFits",
    "PassDraft",
    "PlanDecision",
    "Priority",
    "RefineDecision",
    "RefineQuery",
    "ReviewDecision",
    "RewriteDraft",
    "SearchForCustomer",
    "SearchForTeam",
    "ShowToPerson",
    "TeamDecision",
    "UseToolForCustomer",
    "UseToolForTeam",
]
