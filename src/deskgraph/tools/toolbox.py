"""The tools of a desk, by name and by audience."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from deskgraph.errors import BadPack, UnknownTool
from deskgraph.runs import Audience
from deskgraph.tools.tool import Tool


class Toolbox:
    """Tools with distinct names, in the order they came. Those of servers come and go while the desk runs."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._own = by_name(tools)
        self._served: dict[str, dict[str, Tool]] = {}
        # Beginning of a tool's name to the server that is expected to have it, and has not now.
        self._away: dict[str, str] = {}

    def serve(self, server: str, prefix: str, tools: Iterable[Tool]) -> dict[str, str]:
        """The tools that a server has now, instead of those it had. Gives names that are taken, with who has them."""
        self._away.pop(prefix, None)
        taken = {name: each for each in self if (name := each.name) and each.server != server}
        found: dict[str, Tool] = {}
        refused: dict[str, str] = {}
        for tool in tools:
            other = taken.get(tool.name) or found.get(tool.name)
            if other is None:
                found[tool.name] = tool
            else:
                refused[tool.name] = other.module
        self._served = {**self._served, server: found}
        return refused

    def withdraw(self, server: str, prefix: str) -> None:
        """The server is away, and so are its tools."""
        self._served = {name: tools for name, tools in self._served.items() if name != server}
        self._away[prefix] = server

    def get(self, name: str) -> Tool:
        """The tool of exactly this name. `UnknownTool` tells the nearest ones, or which server is away."""
        known = {tool.name: tool for tool in self}
        if name in known:
            return known[name]
        for prefix, server in self._away.items():
            if name.startswith(prefix):
                raise UnknownTool(f"The server {server!r} is not reachable.", "Its tools come back with it.")
        near = get_close_matches(name, known, 3, 0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(known) or 'none'}."
        raise UnknownTool(f"There is no tool {name!r}.", hint)

    def offered(self, audience: Audience) -> tuple[Tool, ...]:
        """The tools that a run for this audience may choose from."""
        return tuple(tool for tool in self if audience in tool.audiences)

    def __iter__(self) -> Iterator[Tool]:
        yield from self._own.values()
        for tools in tuple(self._served.values()):
            yield from tools.values()

    def __len__(self) -> int:
        return sum(1 for _ in self)


def by_name(tools: Iterable[Tool]) -> dict[str, Tool]:
    """The tools by name; `BadPack` if two share one, for a plan says no more than the name."""
    found: dict[str, Tool] = {}
    for tool in tools:
        if found.setdefault(tool.name, tool) is not tool:
            raise BadPack(
                f"Two tools are named {tool.name!r}, in {found[tool.name].module} and {tool.module}.",
                "Rename one.",
            )
    return found
