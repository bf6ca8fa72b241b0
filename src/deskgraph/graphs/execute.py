"""One tool call through the ledger: claimed before it and settled after it, each in a short transaction."""

import asyncio
import json
from dataclasses import dataclass
from typing import assert_never

from deskgraph.agents import RunContext, ToolReport
from deskgraph.agents.told import ReportStatus
from deskgraph.effects import Fresh, Settled, Unknown, claim, free, settle
from deskgraph.errors import NotApproved, ToolRefused
from deskgraph.graphs.state import Proposal
from deskgraph.tools import Grant, Tool, granted

# Run, place and call number: this subgraph makes one call a run. Never a checkpoint or a task.
CALL_KEY = "run:{run}:tool_execute:0"


@dataclass(frozen=True)
class Executed:
    """What became of a call. With an outcome that nobody knows, `open_effect` is its row in the ledger."""

    report: ToolReport
    open_effect: int | None = None


async def execute(context: RunContext, proposal: Proposal) -> Executed:
    """Run the call, or say what became of it before. A read-only tool leaves no effect and needs no ledger."""
    tool = context.toolbox.get(proposal.tool)
    if tool.policy == "read_only":
        return Executed(await _look_up(context, tool, proposal))
    key = CALL_KEY.format(run=context.run.id)
    # Read before the claim: what fails here happened before anything began, and leaves no claim behind.
    grant = await _grant(context, proposal)
    await context.keep()
    async with context.writing() as conn:
        claimed = await claim(
            conn,
            run_id=context.run.id,
            ticket_id=context.ticket.id,
            key=key,
            action=tool.name,
            arguments=proposal.arguments,
            fence=context.fence,
        )
    match claimed:
        case Settled(result=result, state=state):
            return Executed(_report(proposal, "done" if state == "done" else "refused", result or ""))
        case Unknown(effect_id=effect_id):
            return Executed(_report(proposal, "unknown", ""), effect_id)
        case Fresh(effect_id=effect_id):
            return await _act(context, tool, proposal, effect_id, key, grant)
        case _:
            assert_never(claimed)


async def _act(
    context: RunContext, tool: Tool, proposal: Proposal, effect_id: int, key: str, grant: Grant | None
) -> Executed:
    try:
        result = await _call(context, tool, proposal, key, grant)
    except (ToolRefused, NotApproved) as refusal:
        # It said no before it did anything: the key is free, and nothing is left of the call.
        async with context.writing() as conn:
            await free(conn, effect_id)
        return Executed(_report(proposal, "refused", refusal.message))
    except Exception as error:
        # Whatever broke after the call began, the world may have changed: that is for a person to find out.
        async with context.writing() as conn:
            await settle(conn, effect_id, "unknown", type(error).__name__)
        return Executed(_report(proposal, "unknown", ""), effect_id)
    async with context.writing() as conn:
        await settle(conn, effect_id, "done", result)
    return Executed(_report(proposal, "done", result))


async def _look_up(context: RunContext, tool: Tool, proposal: Proposal) -> ToolReport:
    try:
        return _report(proposal, "done", await _call(context, tool, proposal, "", None))
    except ToolRefused as refusal:
        return _report(proposal, "refused", refusal.message)
    except Exception as error:
        return _report(proposal, "failed", f"{tool.name} could not be asked ({type(error).__name__}).")


async def _call(context: RunContext, tool: Tool, proposal: Proposal, key: str, grant: Grant | None) -> str:
    async with context.turns.away(), asyncio.timeout(context.settings.tool_timeout):
        return await tool.call(context.tool_context(key), json.loads(proposal.arguments), grant=grant)


async def _grant(context: RunContext, proposal: Proposal) -> Grant | None:
    """What a person approved, from its row: the wrapper compares it with what is about to run."""
    if proposal.approval is None:
        return None
    async with context.reading() as conn:
        return await granted(conn, proposal.approval, run_id=context.run.id)


def _report(proposal: Proposal, status: ReportStatus, text: str) -> ToolReport:
    return ToolReport(
        tool=proposal.tool,
        status=status,
        text=text,
        arguments=proposal.arguments,
        corrected=proposal.corrected,
    )
