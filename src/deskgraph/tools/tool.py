"""One tool: a typed async function with a policy, an audience and checked arguments."""

import inspect
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Literal, ParamSpec, get_args

from pydantic import JsonValue

from deskgraph.effects import Grant, canonical
from deskgraph.errors import BadArguments, BadPack, NotApproved, ToolRefused
from deskgraph.runs import Audience
from deskgraph.tools.arguments import Arguments, Checked
from deskgraph.tools.context import ToolContext
from deskgraph.tools.docstring import help_of
from deskgraph.tools.signature import fields_of

Policy = Literal["read_only", "needs_approval"]
P = ParamSpec("P")

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, eq=False)
class Tool:
    """What may be called, by whom, and whether a person has to agree. All of it is the tool's own and cannot
    be
    changed by a plan or a correction: a call names a tool, and brings arguments only."""

    name: str
    help: str
    policy: Policy
    audiences: frozenset[Audience]
    module: str
    arguments: Arguments = field(repr=False)
    function: Callable[..., Awaitable[str]] = field(repr=False)

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return self.arguments.schema()

    @property
    def prompt(self) -> str:
        """The tool as a model reads it: the help, then a line with the schema."""
        return f"{self.help}\narguments: {json.dumps(self.schema, ensure_ascii=False)}"

    def check(self, arguments: Mapping[str, object]) -> Checked:
        """What of these arguments the tool takes; says what is dropped, missing and invalid."""
        return self.arguments.check(arguments)

    def checked(self, arguments: Mapping[str, object]) -> dict[str, JsonValue]:
        """Arguments of which nothing is missing, wrong or too much; else `BadArguments`."""
        found = self.check(arguments)
        if found.complete and not found.dropped:
            return found.arguments
        known = ", ".join(self.schema.get("properties", {})) or "none"
        strange = f"It does not take {', '.join(found.dropped)}." if found.dropped else ""
        raise BadArguments(
            " ".join(part for part in (f"{self.name}:", found.complaint(), strange) if part),
            f"Its arguments: {known}.",
        )

    async def call(
        self, context: ToolContext, arguments: Mapping[str, object], *, grant: Grant | None = None
    ) -> str:
        """Run it. The caller sets the time limit.

        `ToolRefused` and `NotApproved` say that nothing was done; after any other error nobody knows.
        """
        found = self.check(arguments)
        if not found.complete or found.dropped:
            raise ToolRefused(f"{self.name} was not called: {found.complaint() or 'it was given too much.'}")
        if self.policy != "read_only" and (
            grant is None or not grant.covers(self.name, canonical(found.arguments))
        ):
            raise NotApproved(f"{self.name} was not called: nobody approved it with these arguments.")
        result = await self.function(context, **self.arguments.values(found))
        if not isinstance(result, str):
            raise TypeError(f"{self.name} gave {type(result).__name__} and has to give text")
        return result


def tool(
    *, policy: Policy, audience: tuple[Audience, ...] = ("customer", "team")
) -> Callable[[Callable[Concatenate[ToolContext, P], Awaitable[str]]], Tool]:
    """Make a tool of `async def name(context: ToolContext, ...) -> str`. Raises `BadPack` with the fix.

    The docstring's first paragraph is what a model reads when it chooses; the lines below `Args:` explain fields.
    `audience` names the lanes it is offered in.
    """

    def make(function: Callable[Concatenate[ToolContext, P], Awaitable[str]]) -> Tool:
        name = getattr(function, "__name__", "")
        _refuse(name, function, policy, audience)
        arguments = Arguments(name, fields_of(function))
        for argument, why in arguments.check({}).invalid.items():
            raise BadPack(
                f"Tool {name!r}: the default of {argument!r} {why}.", "Give it one of its own type."
            )
        return Tool(
            name=name,
            help=help_of(function.__doc__ or ""),
            policy=policy,
            audiences=frozenset(audience),
            module=function.__module__,
            arguments=arguments,
            function=function,
        )

    return make


def _refuse(name: str, function: Callable[..., object], policy: str, audience: tuple[str, ...]) -> None:
    if not _NAME.fullmatch(name):
        raise BadPack(
            f"A tool cannot be named {name!r}.", "Use a function named in lower case, under 64 characters."
        )
    if not inspect.iscoroutinefunction(function):
        raise BadPack(f"Tool {name!r} is not async.", f"Write `async def {name}`.")
    if not help_of(function.__doc__ or ""):
        raise BadPack(f"Tool {name!r} has no docstring.", "Say in it, as an instruction, when to choose it.")
    if policy not in get_args(Policy):
        raise BadPack(
            f"Tool {name!r} has the policy {policy!r}.", f"There are: {', '.join(get_args(Policy))}."
        )
    if not audience or not set(audience) <= set(get_args(Audience)):
        raise BadPack(
            f"Tool {name!r} has the audience {audience!r}.", "Give a tuple of `customer` and `team`."
        )
