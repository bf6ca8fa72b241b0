"""The subgraph `tool`: plan a call, let a person rule on it, execute it through the ledger.

This is one of the two doors through which a run acts on the world; the other is `delivery`.
"""

from typing import Literal, assert_never

from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import RunContext, Task, ToolPlanner, ToolReport
from deskgraph.decisions import CallTool, NoToolFits
from deskgraph.errors import ModelFailed, UnknownTool
from deskgraph.graphs.base import BaseGraph
from deskgraph.graphs.execute import execute, reported
from deskgraph.graphs.node import node
from deskgraph.graphs.proposing import proposed, question
from deskgraph.graphs.record import note_findings
from deskgraph.graphs.ruling import Question, put_to_person
from deskgraph.graphs.state import Proposal, ToolState, asked
from deskgraph.guardrails import screen_input
from deskgraph.tools import Tool


class ToolGraph(BaseGraph):
    """One tool call, from the plan to a report of what became of it."""

    name = "tool"
    state = ToolState
    entry = "tool_plan"

    @node(reads="request task", writes="proposal report reason")
    async def tool_plan(
        self, state: ToolState, runtime: Runtime[RunContext]
    ) -> Command[Literal["tool_gate", "tool_execute", "__end__"]]:
        """Choose a tool and its arguments. No tool, or one that does not exist, bothers no person."""
        context = runtime.context
        tools = context.toolbox.offered(context.audience)
        try:
            decided = await context.decide(ToolPlanner, Task(state.task, asked(state), tools))
        except ModelFailed as error:
            return Command(goto="__end__", update={"reason": str(error)})
        match decided.decision:
            case CallTool() as call:
                return await _planned(context, call, tools)
            case NoToolFits(reason=reason):
                return Command(goto="__end__", update={"reason": reason})
            case _:
                assert_never(decided.decision)

    @node(reads="request read_up_to findings proposal", writes="proposal report")
    async def tool_gate(
        self, state: ToolState, runtime: Runtime[RunContext]
    ) -> Command[Literal["tool_execute", "__end__"]]:
        """Park until a person has ruled. A correction changes the arguments and never the tool."""
        proposal = _proposed(state)
        ruled = put_to_person(question(state, proposal))
        match ruled.verdict:
            case "approve":
                arguments = ruled.arguments or proposal.arguments
                update = {
                    "arguments": arguments,
                    "approval": ruled.approval,
                    "corrected": arguments != proposal.arguments,
                    "planned": proposal.arguments if arguments != proposal.arguments else "",
                }
                return Command(goto="tool_execute", update={"proposal": proposal.model_copy(update=update)})
            case "reject":
                report = ToolReport(
                    tool=proposal.tool,
                    status="rejected",
                    text="Nothing was done.",
                    arguments=proposal.arguments,
                    note=ruled.note,
                )
                return Command(goto="__end__", update={"report": report})
            case _:
                assert_never(ruled.verdict)

    @node(reads="proposal", writes="report open_effect findings")
    async def tool_execute(
        self, state: ToolState, runtime: Runtime[RunContext]
    ) -> Command[Literal["tool_outcome", "__end__"]]:
        """Claim, call, settle. An outcome that nobody knows goes to a person and is never tried again. What the tool
        said is text from outside."""
        context, proposal = runtime.context, _proposed(state)
        executed = await execute(context, proposal)
        found = screen_input(executed.report.text, where=f"tool: {proposal.tool}")
        findings = await note_findings(context, "tool", found)
        return Command(
            goto="__end__" if executed.open_effect is None else "tool_outcome",
            update={"report": executed.report, "open_effect": executed.open_effect, "findings": findings},
        )

    @node(reads="proposal open_effect read_up_to", writes="report open_effect")
    async def tool_outcome(
        self, state: ToolState, runtime: Runtime[RunContext]
    ) -> Command[Literal["__end__"]]:
        """Park until a person has found out whether the call happened."""
        proposal = _proposed(state)
        ruled = put_to_person(
            Question(
                kind="outcome",
                action=proposal.tool,
                arguments=proposal.arguments,
                read_up_to=state.read_up_to,
                effect=state.open_effect,
                about={
                    "summary": f"Nobody knows whether {proposal.tool} happened. Look in the system it acts on."
                },
            )
        )
        happened = ruled.verdict == "approve"
        text = ruled.text or ("It was done." if happened else "It did not happen.")
        report = reported(proposal, "done" if happened else "refused", text)
        return Command(goto="__end__", update={"report": report, "open_effect": None})


def _proposed(state: ToolState) -> Proposal:
    if state.proposal is None:
        raise ValueError("no tool is proposed; tool_plan writes the proposal before any node reads it")
    return state.proposal


async def _planned(
    context: RunContext, call: CallTool, tools: tuple[Tool, ...]
) -> Command[Literal["tool_gate", "tool_execute", "__end__"]]:
    tool = next((tool for tool in tools if tool.name == call.tool), None)
    if tool is None:
        unknown = UnknownTool(f"The planner named {call.tool!r}, and there is no such tool here.")
        return Command(goto="__end__", update={"reason": str(unknown)})
    proposal = await proposed(context, tool, call)
    if tool.policy == "needs_approval":
        return Command(goto="tool_gate", update={"proposal": proposal})
    if proposal.missing or proposal.invalid:
        wanted = ", ".join((*proposal.missing, *proposal.invalid))
        report = ToolReport(tool=tool.name, status="incomplete", text=f"Please tell us: {wanted}.")
        return Command(goto="__end__", update={"proposal": proposal, "report": report})
    return Command(goto="tool_execute", update={"proposal": proposal})
