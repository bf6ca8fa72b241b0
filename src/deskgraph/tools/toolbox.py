"""The tools of a desk, by name and by audience."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from deskgraph.errors import BadPack, UnknownTool
from deskgraph.runs import Audience
from deskgraph.tools.tool import Tool


class Toolbox:
    """Tools with distinct names, in the order they came."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools = by_name(tools)

    def get(self, name: str) -> Tool:
        """The tool of exactly this name. `UnknownTool` tells the nearest ones."""
        if name in self._tools:
            return self._tools[name]
        near = get_close_matches(name, self._tools, 3, 0.5)
        hint = (
            f"Did you mean {' or '.join(near)}?"
            if near
            else f"There are: {', '.join(self._tools) or 'none'}."
        )
        raise UnknownTool(f"There is no tool {name!r}.", hint)

    def offered(self, audience: Audience) -> tuple[Tool, ...]:
        """The tools that a run for this audience may choose from."""
        return tuple(tool for tool in self if audience in tool.audiences)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)


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
