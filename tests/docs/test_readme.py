"""The README's picture is the graph that runs."""

import re

from deskgraph.bootstrap import drawable
from tests.docs.pages import ROOT, fences
from tests.mermaid.parser import parse_all

_EDGE = re.compile(r"^\s*(\w+)[^\s-]*\s+-->\s+(\w+)", re.MULTILINE)


def picture() -> str:
    (found,) = fences(ROOT / "README.md", "mermaid")
    return found


def test_its_edges_are_those_of_the_compiled_graph() -> None:
    compiled = drawable()["support"].get_graph(xray=False)
    assert set(_EDGE.findall(picture())) == {(edge.source, edge.target) for edge in compiled.edges}


def test_mermaid_reads_every_picture_of_the_documentation() -> None:
    drawn = [text for page in sorted((ROOT / "docs").rglob("*.md")) for text in fences(page, "mermaid")]
    assert [error for error in parse_all([picture(), *drawn]) if error] == []
