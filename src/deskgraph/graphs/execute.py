"""One tool call through the ledger: claimed before it and settled after it, each in a short transaction."""

import asyncio
import json
from dataclasses import dataclass
from typing import assert_never

from deskgraph.agents import RunContext, ToolReport
from deskgraph.agents.told import ReportStatus
from deskgraph.effects import Claim, Fresh, Settled, Unknown, claim, claimed_before, free, settle
from deskgraph.errors import KeyReused, NotApproved, ToolFailed, ToolRefused, UnknownTool
from deskgraph.graphs.rechecking import objection, seconds
from deskgraph.graphs.state import Proposal
from deskgraph.tools import Grant, Tool, granted, shown

# Run, place and call number: this subgraph makes one call a run. Never a checkpoint or a task.
CALL_KEY = "run:{run}:tool_execute:0"


@dataclass(frozen=True)
class Executed:
    """What became of a call. With an outcome that nobody knows, `open_effect` is its row in the ledger."""

    report: ToolReport
    open_effect: int | None = None


async def execute(context: RunContext, proposal: Proposal) -> Executed:
    """Run the call, or say what became of it before. A read-only tool leaves no effect and needs no ledger."""
    key = CALL_KEY.format(run=context.run.id)
    if await _began(context, key):
        # The tool may have gone since, and what it would object to may be what it did itself.
        return _stood(proposal, await _claim(context, proposal, key))
    try:
        tool = context.toolbox.get(proposal.tool)
    except UnknownTool as away:
        return Executed(reported(proposal, "refused", f"{away.message} Nothing was done."))
    why = _another(context, tool, proposal) or await objection(context, tool, json.loads(proposal.arguments))
    if why:
        return Executed(reported(proposal, "refused", why))
    if tool.policy == "read_only":
        return Executed(await _look_up(context, tool, proposal))
    # Read before the claim: what fails here happened before anything began, and leaves no claim behind.
    grant = await _grant(context, proposal)
    await context.keep()
    claimed = await _claim(context, proposal, key)
    if isinstance(claimed, Fresh):
        return await _act(context, tool, proposal, claimed.effect_id, key, grant)
    return _stood(proposal, claimed)


def _another(context: RunContext, tool: Tool, proposal: Proposal) -> str:
    """Why this is not the tool that a person was asked about, or not about whom: a server may call another by its
    name, and the run may by now fill in something else."""
    about = proposal.about
    fills = shown(tool.fill, context.tool_context(""))
    if not tool.server or (tool.server, tool.help, tool.schema, fills) == (
        about.get("server"),
        about.get("help"),
        about.get("schema"),
        about.get("filled", {}),
    ):
        return ""
    return f"{tool.module} has changed what {tool.name} is since it was asked about. Nothing was done."


async def _began(context: RunContext, key: str) -> bool:
    async with context.reading() as conn:
        return await claimed_before(conn, key)


async def _claim(context: RunContext, proposal: Proposal, key: str) -> Claim:
    async with context.writing() as conn:
        return await claim(
            conn,
            run_id=context.run.id,
            ticket_id=context.ticket.id,
            key=key,
            action=proposal.tool,
            arguments=proposal.arguments,
            fence=context.fence,
        )


def _stood(proposal: Proposal, claimed: Claim) -> Executed:
    """What became of a call that was made before. Its tool is not called again."""
    match claimed:
        case Settled(result=result, state=state):
            return Executed(reported(proposal, "done" if state == "done" else "refused", result or ""))
        case Unknown(effect_id=effect_id):
            return Executed(reported(proposal, "unknown", ""), effect_id)
        case Fresh():
            raise KeyReused(f"The claim of {proposal.tool} was there, and is gone.")
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
        return Executed(reported(proposal, "refused", refusal.message))
    except Exception as error:
        # Whatever broke after the call began, the world may have changed: that is for a person to find out.
        said = error.message if isinstance(error, ToolFailed) else type(error).__name__
        async with context.writing() as conn:
            await settle(conn, effect_id, "unknown", said)
        return Executed(reported(proposal, "unknown", ""), effect_id)
    async with context.writing() as conn:
        await settle(conn, effect_id, "done", result)
    return Executed(reported(proposal, "done", result))


async def _look_up(context: RunContext, tool: Tool, proposal: Proposal) -> ToolReport:
    try:
        return reported(proposal, "done", await _call(context, tool, proposal, "", None))
    except ToolRefused as refusal:
        return reported(proposal, "refused", refusal.message)
    except ToolFailed as failure:
        return reported(proposal, "failed", failure.message)
    except Exception as error:
        return reported(proposal, "failed", f"{tool.name} could not be asked ({type(error).__name__}).")


async def _call(context: RunContext, tool: Tool, proposal: Proposal, key: str, grant: Grant | None) -> str:
    async with context.turns.away(), asyncio.timeout(seconds(context, tool)):
        return await tool.call(context.tool_context(key), json.loads(proposal.arguments), grant=grant)


async def _grant(context: RunContext, proposal: Proposal) -> Grant | None:
    """What a person approved, from its row: the wrapper compares it with what is about to run."""
    if proposal.approval is None:
        return None
    async with context.reading() as conn:
        return await granted(conn, proposal.approval, run_id=context.run.id)


def reported(proposal: Proposal, status: ReportStatus, text: str) -> ToolReport:
    """What became of a proposal, with the arguments that count and those that a person changed."""
    return ToolReport(
        tool=proposal.tool,
        status=status,
        text=text,
        arguments=proposal.arguments,
        corrected=proposal.corrected,
        planned=proposal.planned,
    )
