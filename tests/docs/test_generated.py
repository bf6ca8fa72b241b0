"""Reference pages say what the code says."""

import pytest

from docs.generate.pages import PAGES, ROOT


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_gives_now(name: str) -> None:
    """`python -m docs.generate` writes it anew."""
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name]()
