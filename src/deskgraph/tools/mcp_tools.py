"""From what a server says of a tool to a tool of the desk. All of it is text from outside.

What may be done with it, the desk's own file says and never the server: its claims to only read are not believed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from deskgraph.errors import BadPack, ToolRefused
from deskgraph.guardrails import Finding, screen_input
from deskgraph.settings import Settings
from deskgraph.tools.approver import Approver, refuse_unusable
from deskgraph.tools.by_schema import SchemaArguments
from deskgraph.tools.context import ToolContext
from deskgraph.tools.declaring import NAME
from deskgraph.tools.filling import filled, refuse_anybodys, rest_of
from deskgraph.tools.mcp_config import EVERY, ServerSpec, prefix
from deskgraph.tools.mcp_standing import Made
from deskgraph.tools.tool import Tool

_LONGEST = 64
# What of a schema is no text that anybody wrote: enough to fill in a call.
_BARE = frozenset(
    {"type", "properties", "required", "items", "minimum", "maximum", "minLength", "maxLength", "minItems"}
)


class CallTool(Protocol):
    """Calls a server's tool by the server's own name for it; `acts` says whether it may change something."""

    async def __call__(self, tool: str, arguments: dict[str, Any], *, acts: bool) -> str: ...


@dataclass(frozen=True)
class Defined:
    """A tool as its server defines it."""

    name: str
    description: str
    schema: Mapping[str, Any]


def tools_of(server: str, spec: ServerSpec, defined: list[Defined], call: CallTool, limits: Settings) -> Made:
    """The tools of a server that its file lets in and that can be used."""
    wanted = [each for each in defined if spec.only is None or each.name in spec.only]
    named = {*(spec.only or ()), *spec.tools} - {EVERY}
    left_out = dict.fromkeys(sorted(named - {each.name for each in defined}), "the server has no such tool")
    made: list[Tool] = []
    for each in wanted[: limits.mcp_tools_limit]:
        try:
            made.append(tool_of(server, spec, each, call, limits))
        except BadPack as error:
            left_out[_shown(each.name)] = error.message
    if beyond := wanted[limits.mcp_tools_limit :]:
        left_out[f"{len(beyond)} more"] = f"at most {limits.mcp_tools_limit} are taken; name yours in `only`"
    return Made(tuple(made), left_out)


def tool_of(server: str, spec: ServerSpec, defined: Defined, call: CallTool, limits: Settings) -> Tool:
    """One tool. `BadPack` says why it cannot be used."""
    name, rules = named(server, defined.name), spec.rules(defined.name)
    policy, fill = rules.policy or "needs_approval", rules.fill or {}
    if policy == "read_only" and rules.holds is None:
        refuse_anybodys(fill)
    length = len(json.dumps(defined.schema, ensure_ascii=False))
    if length > limits.mcp_schema_limit:
        raise BadPack(f"Its schema has {length:,} characters; at most {limits.mcp_schema_limit:,} are read.")
    whole = SchemaArguments(defined.schema)
    arguments = SchemaArguments(rest_of(defined.schema, fill, policy)) if fill else whole
    refuse_unusable(name, rules.approver or Approver(), arguments.amounts())
    help_text = _cut(defined.description, limits.mcp_help_limit) or "Its server says nothing of it."
    findings = _findings(name, defined)
    told = f"arguments: {json.dumps(bare(arguments.schema()), ensure_ascii=False)}" if findings else None

    async def function(context: ToolContext, /, **values: object) -> str:
        given = {**values, **filled(defined.schema, fill, context)}
        if fill and (wrong := whole.check(given).invalid):
            raise ToolRefused(f"{name} does not take what the run fills in ({', '.join(wrong)}).")
        return await call(defined.name, given, acts=policy != "read_only")

    return Tool(
        name=name,
        help=help_text,
        policy=policy,
        audiences=frozenset(rules.audience or ("customer", "team")),
        module=f"the MCP server {server!r}",
        arguments=arguments,
        function=function,
        timeout=rules.timeout or spec.timeout,
        approver=rules.approver or Approver(),
        server=server,
        fill=fill,
        findings=findings,
        told=told,
    )


def named(server: str, tool: str) -> str:
    """`<server>_<tool>`, as the desk names tools; what does not fit into a name is an underscore."""
    made = (prefix(server) + re.sub(r"[^a-z0-9]+", "_", tool.lower()).strip("_"))[:_LONGEST]
    if not NAME.fullmatch(made) or made == prefix(server):
        raise BadPack("Its name holds no letter or digit.")
    return made


def bare(schema: object) -> object:
    """A schema without a text in it: names and types."""
    match schema:
        case dict():
            kept = {key: value for key, value in schema.items() if key in _BARE}
            properties = kept.get("properties")
            if isinstance(properties, dict):
                kept["properties"] = {name: bare(rule) for name, rule in properties.items()}
            if "items" in kept:
                kept["items"] = bare(kept["items"])
            return kept
        case _:
            return schema


def _findings(name: str, defined: Defined) -> tuple[Finding, ...]:
    """What the input screen found in the tool's texts. A name cannot be left away: one with a finding is refused."""
    for each in (defined.name, *_names(defined.schema)):
        if len(each) > _LONGEST or screen_input(each) or screen_input(re.sub(r"[\W_]+", " ", each)):
            raise BadPack(
                f"The name {_shown(each)!r} in it reads like an order to a machine, or is too long."
            )
    texts = "\n".join([defined.description, *_texts(defined.schema)])
    return tuple(screen_input(texts, where=f"tool: {name}"))


def _names(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        for name, rule in properties.items() if isinstance(properties, dict) else ():
            yield str(name)
            yield from _names(rule)
        yield from _names(schema.get("items"))


def _texts(part: object) -> Iterator[str]:
    match part:
        case dict():
            for name, value in part.items():
                yield str(name)
                yield from _texts(value)
        case list():
            for value in part:
                yield from _texts(value)
        case str():
            yield part


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} [cut after {most:,} characters]"


def _shown(name: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in name[:60])
