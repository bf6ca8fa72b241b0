"""Graphs declared as classes: the support graph, its subgraphs, and their pictures."""

from deskgraph.graphs.base import BaseGraph, Compiled, Subgraph
from deskgraph.graphs.diagram import mermaid
from deskgraph.graphs.drafting import done_of
from deskgraph.graphs.node import node
from deskgraph.graphs.sender import Letter, Portal, Refused, Sender, Sent, Writing, deliver, letter_of, put_up
from deskgraph.graphs.state import SupportState
from deskgraph.graphs.support import SupportGraph

__all__ = [
    "BaseGraph",
    "Compiled",
    "Letter",
    "Portal",
    "Refused",
    "Sender",
    "Sent",
    "Subgraph",
    "SupportGraph",
    "SupportState",
    "Writing",
    "deliver",
    "done_of",
    "letter_of",
    "mermaid",
    "node",
    "put_up",
]
