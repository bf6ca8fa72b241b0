"""What a question about a call may be approved with, and by whom, wherever the ruling comes in."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from deskgraph.accounts import Role
from deskgraph.errors import UnknownTool
from deskgraph.tools.approver import as_asked
from deskgraph.tools.tool import accepted
from deskgraph.tools.toolbox import Toolbox


def approvable(
    toolbox: Toolbox,
    action: str,
    question: Mapping[str, Any],
    arguments: Mapping[str, object],
    *,
    role: Role | None,
    most: int,
) -> dict[str, JsonValue]:
    """The arguments that a call may be approved with. Raises `BadArguments`, `ApprovalNotAllowed` for a role that may
    not (without one nobody is refused), `UnknownTool`.

    The tool itself says both. One of an MCP server is not there where nothing is connected to it: then what the
    question was asked with does.
    """
    try:
        tool = toolbox.get(action)
        shape, approver = tool.arguments, tool.approver
    except UnknownTool:
        if not question.get("server"):
            raise
        from deskgraph.tools.by_schema import SchemaArguments

        shape, approver = SchemaArguments(question.get("schema", {})), as_asked(question)
    found = accepted(action, shape, arguments, most)
    if role is not None:
        approver.refuse(role, action, found)
    return found
