"""What agents are told by us, which no draft may recite."""

from collections.abc import Iterator
from typing import get_args

from deskgraph.agents.answerer import Answerer
from deskgraph.agents.classifier import Classifier
from deskgraph.agents.decider import CustomerDecider, TeamDecider
from deskgraph.agents.planner import ToolPlanner
from deskgraph.agents.refiner import QueryRefiner
from deskgraph.agents.reviewer import Reviewer
from deskgraph.models.masked import MASK_RULE

_AGENTS = (Answerer, Classifier, CustomerDecider, QueryRefiner, Reviewer, TeamDecider, ToolPlanner)


def _ours() -> Iterator[str]:
    yield MASK_RULE
    for agent in _AGENTS:
        yield agent.instructions
        for decision in get_args(agent.output_type) or (agent.output_type,):
            yield decision.__doc__ or ""
            yield from (field.description or "" for field in decision.model_fields.values())


INSTRUCTIONS: tuple[str, ...] = tuple(dict.fromkeys(filter(None, _ours())))
