"""`@tool`: from a typed function to a tool. What cannot work is refused at import, with the fix."""

import inspect
import re
from collections.abc import Awaitable, Callable
from math import isfinite
from typing import Concatenate, ParamSpec, get_args

from deskgraph.errors import BadPack
from deskgraph.runs import Audience
from deskgraph.tools.approver import Approver, refuse_unusable
from deskgraph.tools.arguments import TypedArguments
from deskgraph.tools.context import ToolContext
from deskgraph.tools.docstring import help_of
from deskgraph.tools.recheck import Recheck, refuse_unfit
from deskgraph.tools.signature import fields_of
from deskgraph.tools.tool import Policy, Tool

P = ParamSpec("P")
Typed = Callable[Concatenate[ToolContext, P], Awaitable[str]]

NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


def tool(
    *,
    policy: Policy,
    audience: tuple[Audience, ...] = ("customer", "team"),
    timeout: float | None = None,
    approver: Approver | None = None,
    recheck: Recheck | None = None,
) -> Callable[[Typed[P]], Tool]:
    """Make a tool of `async def name(context: ToolContext, ...) -> str`. Raises `BadPack` with the fix.

    The docstring's first paragraph is what a model reads when it chooses; the lines below `Args:` explain fields.
    `audience` names the lanes it is offered in; `timeout` is in seconds, by default the setting `tool_timeout`;
    `approver` says which role may approve a call, and up to which amount. `recheck` takes the context and any of the
    arguments, and raises `ToolRefused` if the call must not be made as things stand: the reviewer is shown what it
    says, and it is asked again right before the call.
    """

    def make(function: Typed[P]) -> Tool:
        name = getattr(function, "__name__", "")
        _refuse_function(name, function)
        _refuse_rules(name, policy, audience, timeout)
        arguments = TypedArguments(name, fields_of(function))
        for argument, why in arguments.check({}).invalid.items():
            raise BadPack(
                f"Tool {name!r}: the default of {argument!r} {why}.", "Give it one of its own type."
            )
        refuse_unusable(name, approver or Approver(), arguments.amounts())
        if recheck is not None:
            refuse_unfit(function, recheck)
        return Tool(
            name=name,
            help=help_of(function.__doc__ or ""),
            policy=policy,
            audiences=frozenset(audience),
            module=function.__module__,
            arguments=arguments,
            function=function,
            timeout=timeout,
            approver=approver or Approver(),
            recheck=recheck,
        )

    return make


def _refuse_function(name: str, function: Callable[..., object]) -> None:
    if not NAME.fullmatch(name):
        raise BadPack(
            f"A tool cannot be named {name!r}.", "Use a function named in lower case, under 64 characters."
        )
    if not inspect.iscoroutinefunction(function):
        raise BadPack(f"Tool {name!r} is not async.", f"Write `async def {name}`.")
    if not help_of(function.__doc__ or ""):
        raise BadPack(f"Tool {name!r} has no docstring.", "Say in it, as an instruction, when to choose it.")


def _refuse_rules(name: str, policy: str, audience: tuple[str, ...], timeout: float | None) -> None:
    if policy not in get_args(Policy):
        raise BadPack(
            f"Tool {name!r} has the policy {policy!r}.", f"There are: {', '.join(get_args(Policy))}."
        )
    if not audience or not set(audience) <= set(get_args(Audience)):
        raise BadPack(
            f"Tool {name!r} has the audience {audience!r}.", "Give a tuple of `customer` and `team`."
        )
    if timeout is not None and not (timeout > 0 and isfinite(timeout)):
        raise BadPack(
            f"Tool {name!r} has the timeout {timeout!r}.", "Give seconds, or leave it out for the setting."
        )
