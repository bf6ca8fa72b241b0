"""A tool's docstring: its first paragraph is the help, the lines below `Args:` help with the arguments."""

import inspect
import re

_ARGUMENT = re.compile(r"(?P<indent> +)(?P<name>\w+)(?: \([^)]*\))?: *(?P<help>.*)")
_ARGS = ("args:", "arguments:", "parameters:")


def help_of(docstring: str) -> str:
    """The first paragraph, on one line."""
    return " ".join(inspect.cleandoc(docstring).split("\n\n", 1)[0].split())


def argument_help(docstring: str) -> dict[str, str]:
    """Argument name to help. A line that is indented deeper goes on with the one before it."""
    found: dict[str, str] = {}
    name, depth = "", 0
    for line in _argument_lines(docstring):
        indent = len(line) - len(line.lstrip())
        head = _ARGUMENT.fullmatch(line)
        if head and (not name or indent <= depth):
            name, depth = head["name"], indent
            found[name] = head["help"].strip()
        elif name and line.strip():
            found[name] = f"{found[name]} {line.strip()}".strip()
    return found


def _argument_lines(docstring: str) -> list[str]:
    lines = inspect.cleandoc(docstring).splitlines()
    starts = [number for number, line in enumerate(lines) if line.strip().lower() in _ARGS]
    if not starts:
        return []
    below = lines[starts[0] + 1 :]
    ends = [number for number, line in enumerate(below) if line and not line.startswith(" ")]
    return below[: ends[0]] if ends else below
