"""Graphs declared as classes: the support graph, its subgraphs, and their pictures."""

from deskgraph.graphs.base import BaseGraph, Compiled, Subgraph
from deskgraph.graphs.diagram import mermaid
from deskgraph.graphs.node import node
from deskgraph.graphs.sender import Letter, Portal, Sender
from deskgraph.graphs.state import SupportState
from deskgraph.graphs.support import SupportGraph

__all__ = [
    "BaseGraph",
    "Compiled",
    "Letter",
    "Portal",
    "Sender",
    "Subgraph",
    "SupportGraph",
    "SupportState",
    "mermaid",
    "node",
]
