"""One agent a file, and what they share."""

from deskgraph.agents.answerer import Answerer, Material
from deskgraph.agents.base import BaseAgent, Decided
from deskgraph.agents.classifier import Classifier
from deskgraph.agents.context import RunContext
from deskgraph.agents.decider import CustomerDecider, Situation, TeamDecider
from deskgraph.agents.ours import INSTRUCTIONS
from deskgraph.agents.planner import Task, ToolPlanner
from deskgraph.agents.refiner import Miss, QueryRefiner
from deskgraph.agents.reviewer import DraftInReview, Reviewer
from deskgraph.agents.told import Request, Told, ToolReport, Turn
from deskgraph.agents.turns import Turns

__all__ = [
    "INSTRUCTIONS",
    "Answerer",
    "BaseAgent",
    "Classifier",
    "CustomerDecider",
    "Decided",
    "DraftInReview",
    "Material",
    "Miss",
    "QueryRefiner",
    "Request",
    "Reviewer",
    "RunContext",
    "Situation",
    "Task",
    "TeamDecider",
    "Told",
    "ToolPlanner",
    "ToolReport",
    "Turn",
    "Turns",
]
