"""The check at start that checkpoints are read with an allow-list of types, by trying it."""

import logging
from dataclasses import dataclass

from langgraph.checkpoint.serde.base import SerializerProtocol

from deskgraph.errors import LooseSerializer
from deskgraph.graphs import Compiled
from deskgraph.graphs.state import Draft


@dataclass(frozen=True)
class Stranger:
    """A type of no state: it must not come back from a checkpoint as itself."""

    name: str = "stranger"


def strict(graph: Compiled) -> Compiled:
    """The graph, if its saver gives back the state's own types and no others; else `LooseSerializer`."""
    serde = getattr(graph.checkpointer, "serde", None)
    if serde is None:
        raise LooseSerializer("The graph has no checkpointer.", "Compile it with a saver.")
    own, stranger = (_there_and_back(serde, value) for value in (Draft(text="probe"), Stranger()))
    if not isinstance(own, Draft) or isinstance(stranger, Stranger):
        raise LooseSerializer(
            "Checkpoints would be read without the allow-list of the state's types.",
            "LANGGRAPH_STRICT_MSGPACK must be true before langgraph is imported: import deskgraph first.",
        )
    return graph


def _there_and_back(serde: SerializerProtocol, value: object) -> object:
    # The library logs each type it blocks; here one is meant to be.
    logger = logging.getLogger("langgraph.checkpoint.serde.jsonplus")
    was = logger.disabled
    logger.disabled = True
    try:
        return serde.loads_typed(serde.dumps_typed(value))
    finally:
        logger.disabled = was
