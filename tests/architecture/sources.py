"""The project's own files, as the rules about them read them."""

import ast
import io
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "deskgraph"
_TEXT = {
    ".py",
    ".md",
    ".sql",
    ".toml",
    ".yaml",
    ".yml",
    ".html",
    ".css",
    ".js",
    ".mjs",
    ".json",
    ".txt",
    ".lock",
    "",
}
_SKIPPED = {"node_modules", "__pycache__", "dist", "build"}


@cache
def modules(*folders: str) -> tuple[Path, ...]:
    """Every Python file below these folders of the project, in order."""
    return tuple(sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py") if _ours(path)))


@cache
def tracked() -> tuple[Path, ...]:
    """Every text file that is, or is about to be, in the repository."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        names = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):  # an unpacked archive has no git
        names = [path for path in ROOT.rglob("*") if _ours(path)]
    return tuple(path for path in names if path.is_file() and path.suffix in _TEXT)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from the signature to the end without the docstring: what needs it may be explained at length."""
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Line number and text of each comment; a string that looks like one is none."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Line number and text of each string literal that is no docstring; the fixed parts of f-strings too."""
    docstrings = {id(node) for node in _docstrings(tree(path))}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def where(path: Path, line: int | None = None) -> str:
    name = str(path.relative_to(ROOT))
    return name if line is None else f"{name}:{line}"


def _docstrings(module: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _ours(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return not any(part in _SKIPPED or (part.startswith(".") and part != ".ci") for part in parts)
