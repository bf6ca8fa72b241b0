"""The deciders: what is to be done about a message. One for customers, one for the team."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import GUIDANCE_RULE, Request, tool_section
from deskgraph.decisions import CustomerDecision, TeamDecision
from deskgraph.prompts import Section
from deskgraph.tools import Tool


@dataclass(frozen=True)
class Situation:
    """The request, and the tools that its audience may reach."""

    request: Request
    tools: tuple[Tool, ...]

    def sections(self) -> list[Section]:
        """Tools first: they change least from run to run, the request comes last."""
        return [*(tool_section(tool) for tool in self.tools), *self.request.sections()]


class CustomerDecider(BaseAgent[Situation, CustomerDecision]):
    """Decides what is to be done about a customer's message."""

    purpose = "routing"
    output_type = CustomerDecision
    instructions = (
        "You decide what a support desk does about a customer's message. Only the latest request is to be decided; "
        "earlier turns are context. What the customer asks for is not yet allowed or promised by your decision. "
        + GUIDANCE_RULE
    )
    deps_type = Situation

    def sections(self, deps: Situation) -> Sequence[Section]:
        return deps.sections()


class TeamDecider(BaseAgent[Situation, TeamDecision]):
    """Decides how a colleague's question about a ticket gets its answer."""

    purpose = "routing"
    output_type = TeamDecision
    instructions = (
        "You decide how a question that a support colleague asks about a ticket gets its answer. The conversation "
        "holds the customer's messages and the team's own notes, earlier questions and answers."
    )
    deps_type = Situation

    def sections(self, deps: Situation) -> Sequence[Section]:
        return deps.sections()
