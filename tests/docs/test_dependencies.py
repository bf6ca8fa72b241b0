"""Every package we depend on has a line that says why."""

import re
import tomllib

from tests.docs.pages import ROOT


def test_every_dependency_says_why_it_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    required = [
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *project["build-system"]["requires"],
    ]
    page = (ROOT / "docs" / "reference" / "dependencies.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `([\w-]+)`", page, re.MULTILINE))
    assert explained == {re.split(r"[\[<>=~! ]", requirement)[0] for requirement in required}
