"""Whether a run's thread still fits the graph: a run that was parked under an older version goes on if it can.

The library ignores a waiting step whose node is gone, and ends the run as if it had finished; here it is an error.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Send

from deskgraph.database import Connection, load
from deskgraph.errors import GraphChanged
from deskgraph.graphs import Compiled

QUERIES = load(__file__)
_BRANCH = "branch:to:"
_SENT = "__pregel_tasks"


async def check_fit(conn: Connection, saver: BaseCheckpointSaver[Any], graph: Compiled, thread: str) -> None:
    """Raise `GraphChanged` when a step of the thread waits at a node, or in a subgraph, that the graph has not."""
    graphs: dict[str, Any] = {"": graph, **dict(graph.get_subgraphs(recurse=True))}
    rows = await (await conn.execute(QUERIES["namespaces"], {"thread": thread})).fetchall()
    for namespace in (str(row["checkpoint_ns"]) for row in rows):
        config: RunnableConfig = {"configurable": {"thread_id": thread, "checkpoint_ns": namespace}}
        found = await saver.aget_tuple(config)
        waiting = list(_waiting(found.checkpoint["channel_values"])) if found else []
        inside = graphs.get(_path(namespace))
        for node in waiting:
            if inside is None or node not in inside.nodes:
                where = f"{_path(namespace)}/{node}" if namespace else node
                raise GraphChanged(
                    f"The run stands at {where}, and this version's graph {graph.name!r} has no such node.",
                    "A person takes over.",
                )


def _waiting(channels: Mapping[str, Any]) -> Iterable[str]:
    """The nodes that the next step would run."""
    for channel in channels:
        if channel.startswith(_BRANCH):
            yield channel.removeprefix(_BRANCH)
    for packet in channels.get(_SENT) or ():
        if isinstance(packet, Send):
            yield packet.node


def _path(namespace: str) -> str:
    """`tool:1f1e...|inner:93ab...` as the library names subgraphs: `tool|inner`."""
    return "|".join(part.partition(":")[0] for part in namespace.split("|")) if namespace else ""
