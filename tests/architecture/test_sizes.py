"""Small modules, small functions, and names of the field."""

import ast
from pathlib import Path
from statistics import median

from tests.architecture.sources import functions, lines_of, modules, tree, where

MODULE_LINES = 400
FUNCTION_LINES = 50
MEDIAN_FUNCTION_LINES = 12

# A longer one needs a reason here.
LONGER_MODULES: dict[str, str] = {}
LONGER_FUNCTIONS: dict[str, str] = {}

VAGUE = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "misc",
    "core",
    "services",
    "service",
    "managers",
    "manager",
}


def test_no_module_is_longer_than_one_idea() -> None:
    long = {
        where(path): count
        for path in modules("src", "tests", "bench", "docs")
        if (count := _lines(path)) > MODULE_LINES
    }
    assert {name: count for name, count in long.items() if name not in LONGER_MODULES} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{where(path, function.lineno)} {function.name}": lines_of(function)
        for path in modules("src", "bench", "docs")
        for function in functions(path)
        if lines_of(function) > FUNCTION_LINES and function.name not in LONGER_FUNCTIONS
    }
    assert long == {}


def test_most_functions_are_short() -> None:
    lengths = [lines_of(function) for path in modules("src") for function in functions(path)]
    assert median(lengths) <= MEDIAN_FUNCTION_LINES


def test_no_module_or_folder_has_a_name_that_attracts_everything() -> None:
    vague = [where(path) for path in modules("src", "bench") if VAGUE & {path.stem, path.parent.name}]
    assert vague == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        where(path)
        for path in modules("src", "bench", "docs")
        if path.stat().st_size and not ast.get_docstring(tree(path))
    ]
    assert silent == []


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())
