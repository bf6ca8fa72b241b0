"""A setting that nothing reads is a promise that is not kept."""

import ast
from typing import get_args

from deskgraph.agents.spending import Measure
from deskgraph.models import PURPOSES
from deskgraph.runs import Scope
from deskgraph.settings import Settings
from tests.architecture.sources import modules, tree


def test_every_setting_is_read_somewhere() -> None:
    read = {
        node.attr
        for path in modules("src")
        if path.name != "settings.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    # Read by names that are put together: `f"{purpose}_model"`, `f"{scope}_{measure}"`.
    by_name = {f"{purpose}_{model}" for purpose in PURPOSES for model in ("model", "fallback_model")}
    by_name |= {f"{scope}_{measure}" for scope in get_args(Scope) for measure in get_args(Measure)}
    assert sorted(set(Settings.model_fields) - read - by_name) == []


def test_only_settings_reads_the_environment() -> None:
    """Standard variables of others (a provider's key, OTLP) are theirs; ours come through Settings."""
    readers = [
        f"{path.name}:{node.lineno}"
        for path in modules("src")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith("DESKGRAPH_")
        if path.name not in {"settings.py"} and _is_lookup(tree(path), node)
    ]
    assert readers == []


def _is_lookup(module: ast.Module, constant: ast.Constant) -> bool:
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and constant in node.args:
            name = ast.unparse(node.func)
            return name.endswith(("environ.get", "getenv"))
        if isinstance(node, ast.Subscript) and node.slice is constant:
            return ast.unparse(node.value).endswith("environ")
    return False
