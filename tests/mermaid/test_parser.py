"""The check itself: mermaid accepts what is a diagram and says why something is none."""

from tests.mermaid.parser import parse_all, parse_mermaid


def test_a_diagram_is_read() -> None:
    assert parse_mermaid("graph TD;\n\t__start__ --> support_start;\n") is None


def test_a_bare_end_is_refused_with_the_line_that_is_wrong() -> None:
    error = parse_mermaid("graph TD;\n\tend --> support_start;\n")
    assert error is not None
    assert "line" in error


def test_many_texts_get_a_verdict_each_in_order() -> None:
    verdicts = parse_all(["graph TD; a-->b", "no diagram", "sequenceDiagram\n a->>b: hello"])
    assert [verdict is None for verdict in verdicts] == [True, False, True]
