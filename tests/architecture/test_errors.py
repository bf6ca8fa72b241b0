"""Errors: one tree, one stable code each, and the drawing in the module's docstring is the tree."""

import ast
import re

from deskgraph import errors
from deskgraph.errors import DeskError
from tests.architecture.sources import modules, tree, where


def classes() -> list[type[DeskError]]:
    return [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, DeskError)
    ]


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [error.code for error in classes()]
    assert len(codes) == len(set(codes))


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn: dict[str, tuple[str, int]] = {}
    for line in (errors.__doc__ or "").splitlines():
        if match := re.match(r"(?P<indent>[ │├└─]+)(?P<name>[A-Z]\w+)(?:\s+(?P<code>[a-z_]+))?", line):
            drawn[match["name"]] = (match["code"] or "desk_error", (len(match["indent"]) - 4) // 4)
    assert drawn == {error.__name__: (error.code, len(error.__mro__) - 4) for error in classes()}


def test_only_our_own_errors_are_raised_for_people() -> None:
    """ValueError and TypeError say that a programmer is wrong; everything else has a code."""
    builtin = {"Exception", "RuntimeError", "HTTPException", "OSError", "KeyboardInterrupt"}
    raised = [
        f"{where(path, node.lineno)} {name}"
        for path in modules("src")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Raise) and node.exc is not None
        for name in [ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)]
        if name in builtin
    ]
    assert raised == []
