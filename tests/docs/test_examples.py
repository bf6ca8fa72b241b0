"""Python that a page shows compiles, and what it imports is there."""

import ast
import importlib

import pytest

from tests.docs.pages import ROOT, fences, pages

EXAMPLES = [
    pytest.param(code, id=f"{page.relative_to(ROOT)}-{number}")
    for page in pages()
    for number, code in enumerate(fences(page, "python"), 1)
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_compiles_and_its_imports_exist(code: str) -> None:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("deskgraph"):
            module = importlib.import_module(node.module)
            assert [alias.name for alias in node.names if not hasattr(module, alias.name)] == []
