"""A tool's second look: told to the reviewer when they are asked, and binding right before the call."""

import asyncio
from collections.abc import Mapping

from deskgraph.agents import RunContext
from deskgraph.errors import DatabaseUnavailable, ToolRefused
from deskgraph.tools import Tool


def seconds(context: RunContext, tool: Tool) -> float:
    """How long one call of this tool may take."""
    return context.settings.tool_timeout if tool.timeout is None else tool.timeout


async def objection(context: RunContext, tool: Tool, arguments: Mapping[str, object]) -> str:
    """Why a call with these arguments must not be made as things stand; empty if nothing speaks against it. Nothing has
    been done yet, whatever it says."""
    if tool.recheck is None:
        return ""
    try:
        async with context.turns.away(), asyncio.timeout(seconds(context, tool)):
            await tool.look_again(context.tool_context(""), arguments)
    except ToolRefused as refusal:
        return refusal.message
    except DatabaseUnavailable:
        # The run is tried again from its last checkpoint: this says nothing about the call.
        raise
    except Exception as error:
        # A stranger's code: whether the call may be made, it could not say.
        return f"{tool.name} could not be checked ({type(error).__name__})."
    return ""
