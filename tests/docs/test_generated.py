"""Reference pages say what the code says."""

import pytest

from docs.generate.pages import PAGES, ROOT


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_gives_now(name: str) -> None:
    """`python -m docs.generate` writes it anew."""
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name]()


def test_the_page_of_errors_says_when_each_comes() -> None:
    rows = [line for line in PAGES["reference/errors.md"]().splitlines() if line.startswith("| `")]
    assert [row for row in rows[1:] if row.endswith("|  |")] == []
