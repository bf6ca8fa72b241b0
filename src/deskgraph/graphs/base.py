"""How a graph is declared as a class and built once: its nodes are methods, their signatures are the edges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args, get_type_hints

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from pydantic import BaseModel

from deskgraph.agents.context import RunContext
from deskgraph.errors import NoDestination
from deskgraph.graphs.node import Declaration, RunningNode

Compiled = CompiledStateGraph[Any, RunContext, Any, Any]


@dataclass(frozen=True)
class Subgraph:
    """A graph inside another. The parent says where it leads: a node's name, or a typed router
    (`-> Literal[...]`), for a subgraph cannot name its parent's next node."""

    graph: "BaseGraph"
    leads_to: str | Callable[[Any], str]


class BaseGraph:
    """A graph: a state, an entry, nodes (methods under `@node`), subgraphs.

    `build` refuses a node without declared destinations or with one that does not exist.
    """

    name: ClassVar[str]
    state: ClassVar[type[BaseModel]]
    entry: ClassVar[str]

    def subgraphs(self) -> Mapping[str, Subgraph]:
        """The graphs inside this one, by the name of their node."""
        return {}

    def nodes(self) -> dict[str, RunningNode]:
        """The nodes in the order in which they are written."""
        names = [
            name
            for cls in reversed(type(self).__mro__)
            for name, value in vars(cls).items()
            if "declaration" in getattr(value, "__dict__", {})
        ]
        return {
            name: RunningNode(self.name, name, getattr(self, name), self.state)
            for name in dict.fromkeys(names)
        }

    def declarations(self) -> dict[str, Declaration]:
        """Node to what it reads and writes, subgraphs included."""
        own = {name: running.declaration for name, running in self.nodes().items()}
        for inner in self.subgraphs().values():
            own |= inner.graph.declarations()
        return own

    def build(self) -> StateGraph[Any, RunContext, Any, Any]:
        """The library's graph, checked."""
        nodes, inner = self.nodes(), self.subgraphs()
        known = {*nodes, *inner, END}
        builder: StateGraph[Any, RunContext, Any, Any] = StateGraph(self.state, context_schema=RunContext)
        for name, running in nodes.items():
            _check(name, running.destinations, known)
            builder.add_node(name, running.as_function())
        for name, subgraph in inner.items():
            builder.add_node(name, subgraph.graph.build().compile())
            _lead_out(builder, name, subgraph.leads_to, known)
        _check(START, (self.entry,), known)
        builder.add_edge(START, self.entry)
        return builder

    def compile(self, saver: BaseCheckpointSaver[Any] | None = None) -> Compiled:
        """Compiled once a process; without a saver it can only be drawn or run to its first gate."""
        return self.build().compile(checkpointer=saver, name=self.name)


def _lead_out(
    builder: StateGraph[Any, RunContext, Any, Any],
    name: str,
    leads_to: str | Callable[[Any], str],
    known: set[str],
) -> None:
    if isinstance(leads_to, str):
        _check(name, (leads_to,), known)
        builder.add_edge(name, leads_to)
        return
    targets = get_args(get_type_hints(leads_to).get("return"))
    if not targets:
        raise NoDestination(
            f"The router after {name} does not say where it leads.", "Give it `-> Literal[...]`."
        )
    _check(name, targets, known)
    builder.add_conditional_edges(name, leads_to)


def _check(name: str, targets: tuple[str, ...], known: set[str]) -> None:
    for target in targets:
        if target not in known:
            raise NoDestination(
                f"{name} leads to {target!r}, and there is no such node.", f"There are {sorted(known)}."
            )
