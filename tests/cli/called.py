"""Calling the program as a shell does, in this process."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from deskgraph.cli import main
from deskgraph.settings import settings


@dataclass(frozen=True)
class Called:
    """How a call ended, and what it said."""

    status: int
    out: str
    err: str


def call(*words: str | bytes, stdin: bytes | None = b"") -> Called:
    """Call the program. Bytes are given as a shell gives them, whether they are text or not; `stdin` None is one that
    was closed."""
    settings.cache_clear()
    out, err = io.StringIO(), io.StringIO()
    typed = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin))
    status: object = None
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", typed):
        try:
            main([os.fsdecode(word) for word in words])
        except SystemExit as end:
            status = end.code
    settings.cache_clear()
    return Called(status if isinstance(status, int) else 1, out.getvalue(), err.getvalue())
