"""From a planned call to a proposal: its arguments checked, and all that a person is shown of its tool.

A proposal holds what its tool said of itself when it was planned. The gate asks from that alone, so that a tool which
has gone away since takes no question with it.
"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from deskgraph.agents import RunContext
from deskgraph.decisions import CallTool
from deskgraph.effects import canonical
from deskgraph.graphs.rechecking import objection
from deskgraph.graphs.ruling import Question
from deskgraph.graphs.state import Proposal, ToolState, asked
from deskgraph.guardrails import Finding, screen_input
from deskgraph.tools import Checked, Tool, shown


async def proposed(context: RunContext, tool: Tool, call: CallTool) -> Proposal:
    """The call with the arguments that its tool takes; what it does not take is named, and dropped."""
    checked = tool.check(call.arguments).bounded(context.settings.arguments_limit)
    about = _about(context, tool, checked)
    if checked.complete and (why := await objection(context, tool, checked.arguments)):
        about["warnings"] = [why]
    return Proposal(
        tool=tool.name,
        arguments=canonical(checked.arguments),
        reasoning=call.reasoning,
        dropped=checked.dropped,
        missing=checked.missing,
        invalid=dict(checked.invalid),
        about=about,
    )


def question(state: ToolState, proposal: Proposal) -> Question:
    """What a person is asked before the call runs: enough for any console to draw the form."""
    findings = [finding.model_dump(mode="json") for finding in state.findings]
    filled = proposal.about.get("filled", {})
    about = {
        **proposal.about,
        "summary": f"{proposal.tool} with {_readable(json.loads(proposal.arguments) | filled)}",
        "help": f"{_whose(filled)}{proposal.about.get('help', '')}",
        "request": asked(state).text,
        "reasoning": proposal.reasoning,
        "dropped": list(proposal.dropped),
        "missing": list(proposal.missing),
        "invalid": proposal.invalid,
        "findings": [*findings, *proposal.about.get("findings", [])],
    }
    return Question(
        kind="tool",
        action=proposal.tool,
        arguments=proposal.arguments,
        about=about,
        read_up_to=state.read_up_to,
    )


def _about(context: RunContext, tool: Tool, checked: Checked) -> dict[str, Any]:
    return {
        "help": tool.help,
        "schema": tool.schema,
        "server": tool.server,
        "filled": shown(tool.fill, context.tool_context("")),
        "approver": tool.approver.shown(checked.arguments),
        "warnings": [],
        "findings": [
            finding.model_dump(mode="json") for finding in (*tool.findings, *_unseen(checked.arguments))
        ],
    }


def _unseen(arguments: Mapping[str, JsonValue]) -> list[Finding]:
    """What a person who reads the arguments cannot see in them, or is spoken to by."""
    texts = (value if isinstance(value, str) else canonical({"": value}) for value in arguments.values())
    return screen_input("\n".join(texts), where="arguments")


def _whose(filled: Mapping[str, str]) -> str:
    """Before the tool's own words, which may be a stranger's."""
    return f"Filled in by the run: {_readable(filled)}. " if filled else ""


def _readable(pairs: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in pairs.items()) or "no arguments"
