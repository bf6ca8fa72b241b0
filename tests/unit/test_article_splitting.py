"""Markdown articles become passages of plain text that can be quoted."""

import pytest

from deskgraph.errors import BadArticle
from deskgraph.knowledge.articles import Article, decode, read_article
from deskgraph.knowledge.markdown import Section, sections
from deskgraph.knowledge.splitting import pieces

BODY = """# Return an item

You have **45 days**.

## Cost

It costs `£3.50`; see [the list](https://example.org/list).

### Abroad

- Keep the *receipt*.
- Write "returned goods".

## Table

| Part | Days |
|------|------|
| Tyre | 45   |
"""


def test_headings_become_the_title_and_a_path() -> None:
    title, found = sections(BODY)
    assert title == "Return an item"
    assert [section.heading for section in found] == ["", "Cost", "Cost › Abroad", "Table"]


def test_blocks_are_plain_text_with_list_marks_and_addresses_kept() -> None:
    _, found = sections(BODY)
    assert found[0].blocks == ("You have 45 days.",)
    assert found[1].blocks == ("It costs £3.50; see the list (https://example.org/list).",)
    assert found[2].blocks == ('- Keep the receipt.\n- Write "returned goods".',)
    assert found[3].blocks == ("Part | Days\nTyre | 45",)


def test_html_is_no_text() -> None:
    _, found = sections("Before.\n\n<script>alert(1)</script>\n\nAfter <b>bold</b>.")
    assert found == [Section("", ("Before.", "After bold."))]


def test_a_long_section_is_cut_at_sentences_and_never_over_the_limit() -> None:
    sentence = "The parcel waits for seven days at the shop. "
    found = pieces([Section("Waiting", (sentence * 30,))], 300)
    assert len(found) > 1
    assert all(len(piece.text) <= 300 and piece.text.endswith(".") for piece in found)
    assert " ".join(piece.text for piece in found) == (sentence * 30).strip()


def test_a_word_longer_than_a_passage_is_cut() -> None:
    found = pieces([Section("", ("x" * 1_000,))], 300)
    assert "".join(piece.text for piece in found) == "x" * 1_000


def test_sections_are_never_mixed() -> None:
    found = pieces([Section("A", ("One.",)), Section("B", ("Two.",))], 900)
    assert [(piece.heading, piece.text) for piece in found] == [("A", "One."), ("B", "Two.")]


@pytest.mark.parametrize(
    ("caller", "matter", "seen"),
    [
        ("customer", "", "customer"),
        ("customer", "---\nvisibility: team\n---\n", "team"),
        ("team", "---\nvisibility: customer\n---\n", "team"),
    ],
)
def test_team_wins_whichever_of_caller_and_front_matter_says_it(caller: str, matter: str, seen: str) -> None:
    article = Article("a", matter + "Text.", visibility="team" if caller == "team" else "customer")
    assert read_article(article, 900).visibility == seen


def test_the_title_comes_from_the_caller_the_front_matter_the_heading_or_the_file() -> None:
    matter = "---\ntitle: Matter\ntags: [x]\n---\n"
    assert read_article(Article("a.md", f"{matter}# Head\n\nT.", title="Caller"), 900).title == "Caller"
    assert read_article(Article("a.md", f"{matter}# Head\n\nT."), 900).title == "Matter"
    assert read_article(Article("a.md", "# Head\n\nT."), 900).title == "Head"
    assert read_article(Article("x/a.md", "T."), 900).title == "a"


@pytest.mark.parametrize(
    "body", ["", " \n", "# Only a title\n", "---\nvisibility: everyone\n---\nText.", "---\n: [\n---\nText."]
)
def test_an_article_that_says_nothing_or_cannot_be_read_is_refused(body: str) -> None:
    with pytest.raises(BadArticle):
        read_article(Article("a", body), 900)


def test_bytes_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(BadArticle, match="not UTF-8"):
        decode(b"caf\xe9")
