"""A tool's second look: what must still hold when a person is asked, and again right before the call."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_type_hints

from deskgraph.errors import BadPack
from deskgraph.tools.context import ToolContext

# Takes the context, and by name any of the tool's own arguments; raises ToolRefused if the call must not be made.
Recheck = Callable[..., Awaitable[None]]


def refuse_unfit(tool: Callable[..., object], recheck: Recheck) -> None:
    """Raise `BadPack` with the fix if this cannot be asked before that tool's calls."""
    name = f"Tool {getattr(tool, '__name__', '')!r}"
    if not inspect.iscoroutinefunction(recheck):
        raise BadPack(f"{name}: its recheck is not async.", "Write `async def`.")
    of_tool, of_recheck = _hints(tool), _hints(recheck)
    taken = list(inspect.signature(recheck).parameters)
    if not taken or of_recheck.get(taken[0]) is not ToolContext:
        raise BadPack(
            f"{name}: its recheck does not take a ToolContext first.",
            "Begin its signature with `context: ToolContext`.",
        )
    if of_recheck.get("return", object) is not type(None):
        raise BadPack(
            f"{name}: its recheck does not say that it returns None.",
            "Annotate it with `-> None`; it raises ToolRefused to say no.",
        )
    for argument in taken[1:]:
        if argument not in of_tool or of_tool[argument] != of_recheck.get(argument):
            raise BadPack(
                f"{name}: its recheck takes {argument!r}, which is no argument of the tool, or of another type.",
                "Take the tool's arguments, with their names and types; fewer will do.",
            )


def chosen(recheck: Recheck, values: Mapping[str, object]) -> dict[str, object]:
    """Those of a call's values that the recheck takes."""
    return {name: values[name] for name in list(inspect.signature(recheck).parameters)[1:]}


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    return get_type_hints(function, include_extras=True)
