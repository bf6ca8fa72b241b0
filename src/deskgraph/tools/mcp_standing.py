"""How an MCP server is, for whoever looks after the desk."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from deskgraph.tools.tool import Tool


@dataclass(frozen=True)
class Made:
    """What became of a server's tools: those that can be used, and the rest by name with the reason."""

    tools: tuple[Tool, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """How a server is: up, or why not. Of a server that is up, what of its tools could not be used, and why."""

    server: str
    up: bool
    why: str = ""
    made: Made = field(default_factory=Made)
