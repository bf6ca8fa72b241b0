"""The picture of a graph, drawn from the compiled graph that runs."""

from deskgraph.graphs.base import Compiled


def mermaid(graph: Compiled, *, expand: bool = True) -> str:
    """Mermaid text. `expand` opens the subgraphs; closed, each is one box."""
    return graph.get_graph(xray=expand).draw_mermaid(with_styles=True)
