"""The page of error codes, from the tree in `errors.py`."""

import re

from deskgraph import errors
from deskgraph.errors import DeskError
from docs.generate.tables import GENERATED, table

_INTRODUCTION = """\
Every error has one stable code. Over HTTP it is the `code` of a problem document (RFC 9457); a command prints
one line on standard error, what went wrong and what to do, and exits with status 1. A code may be a case of
another: whoever handles `not_found` handles `unknown_tool` too.
"""


def errors_page() -> str:
    rows = [
        [f"`{error.code}`", f"`{error.__name__}`", _parent(error), _notes().get(error.__name__, "")]
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, DeskError)
    ]
    head = ["Code", "Class", "A case of", "When"]
    return "\n\n".join(["# Error codes", GENERATED, _INTRODUCTION.strip(), table(head, rows)]) + "\n"


def _parent(error: type[DeskError]) -> str:
    parent = error.__mro__[1]
    return f"`{parent.code}`" if issubclass(parent, DeskError) else ""


def _notes() -> dict[str, str]:
    """What the drawing of the tree says behind a code."""
    line = re.compile(r"[ │├└─]+([A-Z]\w+)\s+[a-z_]+\s+(\S.*)")
    return {match[1]: match[2] for text in (errors.__doc__ or "").splitlines() if (match := line.match(text))}
