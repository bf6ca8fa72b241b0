"""One tool: a typed async function with a policy, an audience, an approver and checked arguments."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import JsonValue

from deskgraph.effects import Grant, canonical
from deskgraph.errors import BadArguments, NotApproved, ToolRefused
from deskgraph.guardrails import Finding
from deskgraph.runs import Audience
from deskgraph.tools.approver import Approver
from deskgraph.tools.checked import Arguments, Checked
from deskgraph.tools.context import ToolContext
from deskgraph.tools.filling import Fill
from deskgraph.tools.recheck import Recheck, chosen

Policy = Literal["read_only", "needs_approval"]


@dataclass(frozen=True, eq=False)
class Tool:
    """What may be called, by whom, and whether a person has to agree. All of it is the tool's own and cannot be
    changed by a plan or a correction: a call names a tool, and brings arguments only.

    `timeout` is in seconds; without one the setting `tool_timeout` holds. `module` is where it comes from, `server`
    the MCP server that has it. `fill` names what the run fills in besides the arguments. `told` is what models read of
    it where that is less than people see, for its own texts have `findings`.
    """

    name: str
    help: str
    policy: Policy
    audiences: frozenset[Audience]
    module: str
    arguments: Arguments = field(repr=False)
    function: Callable[..., Awaitable[str]] = field(repr=False)
    timeout: float | None = None
    approver: Approver = field(default_factory=Approver)
    recheck: Recheck | None = field(default=None, repr=False)
    server: str = ""
    fill: Fill = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    told: str | None = field(default=None, repr=False)

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return self.arguments.schema()

    @property
    def prompt(self) -> str:
        """The tool as a model reads it: the help, then a line with the schema."""
        if self.told is not None:
            return self.told
        return f"{self.help}\narguments: {json.dumps(self.schema, ensure_ascii=False)}"

    def check(self, arguments: Mapping[str, object]) -> Checked:
        """What of these arguments the tool takes; says what is dropped, missing and invalid."""
        return self.arguments.check(arguments)

    def checked(self, arguments: Mapping[str, object], *, most: int | None = None) -> dict[str, JsonValue]:
        """Arguments of which nothing is missing, wrong or too much, of `most` characters at most; else
        `BadArguments`."""
        return accepted(self.name, self.arguments, arguments, most)

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

    async def look_again(self, context: ToolContext, arguments: Mapping[str, object]) -> None:
        """Raise `ToolRefused` if a call with these arguments must not be made as things stand. It changes nothing."""
        found = self.check(arguments)
        if self.recheck is not None and found.complete:
            await self.recheck(context, **chosen(self.recheck, self.arguments.values(found)))


def accepted(
    tool: str, arguments: Arguments, given: Mapping[str, object], most: int | None = None
) -> dict[str, JsonValue]:
    """Arguments of which nothing is missing, wrong or too much; else `BadArguments`, which says what they are."""
    found = arguments.check(given)
    found = found if most is None else found.bounded(most)
    if found.complete and not found.dropped:
        return found.arguments
    known = ", ".join(arguments.schema().get("properties", {})) or "none"
    strange = f"It does not take {', '.join(found.dropped)}." if found.dropped else ""
    raise BadArguments(
        " ".join(part for part in (f"{tool}:", found.complaint(), strange) if part),
        f"Its arguments: {known}.",
    )
