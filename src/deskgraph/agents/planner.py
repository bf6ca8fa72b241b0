"""The tool planner: which tool, with which arguments."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import GUIDANCE_RULE, Request, tool_section
from deskgraph.decisions import PlanDecision
from deskgraph.prompts import Section
from deskgraph.tools import Tool


@dataclass(frozen=True)
class Task:
    """What the decider wants done, the request behind it, and the tools to choose from."""

    task: str
    request: Request
    tools: tuple[Tool, ...]


class ToolPlanner(BaseAgent[Task, PlanDecision]):
    """Chooses one tool and fills in what was given for it."""

    purpose = "routing"
    output_type = PlanDecision
    instructions = (
        "You plan one tool call for a support desk. Who the customer is and which ticket this is, the tool knows "
        "already; never give such an argument. " + GUIDANCE_RULE
    )
    deps_type = Task

    def sections(self, deps: Task) -> Sequence[Section]:
        tools = [tool_section(tool) for tool in deps.tools]
        return [*tools, *deps.request.sections(), Section("task", deps.task)]
