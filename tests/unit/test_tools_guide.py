"""The example of docs/how-to/write-a-tool.md does what the page says."""

import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-tool.md"


def test_the_example_runs_as_it_stands() -> None:
    """In a process of its own, as a reader would run it: it starts an event loop."""
    tokens = MarkdownIt().parse(PAGE.read_text(encoding="utf-8"))
    (code,) = (token.content for token in tokens if token.type == "fence" and token.info == "python")
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
