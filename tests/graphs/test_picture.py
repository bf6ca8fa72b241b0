"""The picture is drawn from the graph that runs: its edges are the nodes' signatures."""

from typing import Literal

import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import RunContext
from deskgraph.bootstrap import draw, drawable
from deskgraph.errors import UnknownGraph
from deskgraph.graphs import SupportGraph, SupportState, mermaid, node
from tests.mermaid.parser import parse_mermaid

EDGES = """
__start__ support_start                   support_decide support_respond
support_report_tool support_respond       support_start support_classify
knowledge support_respond                 support_escalate delivery
support_start support_decide              tool support_report_tool
support_respond delivery                  support_classify support_decide
tool support_respond                      support_respond __end__
support_decide knowledge                  support_decide tool
support_respond support_escalate          support_decide support_escalate
delivery __end__
"""


def edges(graph: SupportGraph) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.compile().get_graph().edges}


def test_the_support_graph_has_the_published_edges_and_no_others() -> None:
    words = EDGES.split()
    assert edges(SupportGraph()) == set(zip(words[::2], words[1::2], strict=True))


def test_another_member_in_a_nodes_literal_is_another_edge_in_the_picture() -> None:
    class Shortcut(SupportGraph):
        @node(reads="request")
        async def support_classify(  # type: ignore[override]  # one more edge is what this test is about
            self, state: SupportState, runtime: Runtime[RunContext]
        ) -> Command[Literal["support_decide", "support_escalate"]]:
            return Command(goto="support_escalate")

    assert edges(Shortcut()) - edges(SupportGraph()) == {("support_classify", "support_escalate")}
    assert "support_classify -.-> support_escalate" in mermaid(Shortcut().compile(), expand=False)


def test_closed_boxes_hide_the_subgraphs_nodes_and_open_ones_show_them() -> None:
    graphs = drawable()
    assert "tool_gate" not in draw(graphs, "support", boxes=True)
    assert "tool_gate" in draw(graphs, "support", boxes=False)


@pytest.mark.parametrize("boxes", [True, False], ids=["closed", "open"])
def test_mermaid_itself_reads_every_diagram(boxes: bool) -> None:
    graphs = drawable()
    for name in graphs:
        assert parse_mermaid(draw(graphs, name, boxes=boxes)) is None


def test_an_unknown_graph_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGraph, match="There are: support"):
        draw(drawable(), "suport", boxes=True)
