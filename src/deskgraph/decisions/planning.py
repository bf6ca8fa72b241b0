"""What the tool planner may decide."""

from pydantic import Field, JsonValue

from deskgraph.decisions.base import Decision


class CallTool(Decision):
    """Choose this when one listed tool does what is asked. Take arguments only from what the customer or the
    colleague wrote; leave out what they did not give, and never make one up."""

    tool: str = Field(description="The tool's name, exactly as listed.", max_length=200)
    arguments: dict[str, JsonValue] = Field(
        default_factory=dict, description="The tool's arguments by name, as far as they are known."
    )
    reasoning: str = Field(description="One sentence: why this tool.", max_length=500)


class NoToolFits(Decision):
    """Choose this when no listed tool does what is asked."""

    reason: str = Field(description="One sentence: what is missing.", max_length=500)


PlanDecision = CallTool | NoToolFits
