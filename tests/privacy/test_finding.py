"""What counts as personal data in a text, in many countries' ways of writing it, and what only looks like it."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from deskgraph.privacy import KINDS, personal
from deskgraph.privacy import registry as plans

HERE = Path(__file__).parent
Examples = dict[str, dict[str, list[str]]]


def read(name: str) -> Examples:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


EXAMPLES, APART = read("examples.toml"), read("examples_apart.toml")


def kinds(text: str) -> set[str]:
    return {found.kind for found in personal(text)}


@pytest.fixture(params=["patterns", "numbering plans"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the extra `privacy` and without it."""
    monkeypatch.setattr(plans, "installed", lambda: request.param == "numbering plans")
    return str(request.param)


@pytest.mark.parametrize("kind", KINDS)
def test_each_way_of_writing_it_is_found(kind: str, way: str) -> None:
    texts = [f"Hello, {text} please." for text in EXAMPLES[kind]["found"]]
    assert [text for text in texts if kind not in kinds(text)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_only_looks_like_it_is_left_alone(kind: str, way: str) -> None:
    texts = [f"Hello, {text} please." for text in EXAMPLES[kind]["passed"]]
    assert [text for text in texts if kinds(text)] == []


def test_on_examples_that_the_patterns_were_not_made_for_the_numbering_plans_find_more(way: str) -> None:
    """The figures of docs/reference/dependencies.md."""
    numbers = APART["PHONE"]
    missed = sum("PHONE" not in kinds(text) for text in numbers["found"])
    false = sum("PHONE" in kinds(text) for text in numbers["passed"])
    assert (missed, false) == ((3, 0) if way == "patterns" else (0, 0))


def test_a_number_is_found_whole() -> None:
    """What is left standing beside a placeholder would tell the rest."""
    text = "Card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, tel +49 (0)30 9018-2011, ::ffff:192.0.2.128."
    found = [text[each.start : each.end] for each in personal(text)]
    assert found == [
        "4111 1111 1111 1111",
        "DE89 3704 0044 0532 0130 00",
        "+49 (0)30 9018-2011",
        "::ffff:192.0.2.128",
    ]


def test_nothing_is_found_twice() -> None:
    text = "GB29 NWBK 6016 1331 9268 19 and 4111-1111-1111-1111, 123-45-6789, ada@[192.0.2.7], 415-555-0132"
    found = personal(text)
    assert [each.kind for each in found] == ["IBAN", "CARD", "SSN", "EMAIL", "PHONE"]
    assert all(one.end <= two.start for one, two in pairwise(found))


def test_an_address_is_found_without_what_stands_round_it() -> None:
    """A tool is given it as it was found."""
    for around in ("'{}'", "to={},", "mailto:{}?subject=x", "/customers/{}/", "({}).", "<{}>", "e-mail: {}!"):
        text = around.format("ada.b+c@example.com")
        assert [text[each.start : each.end] for each in personal(text)] == ["ada.b+c@example.com"]
