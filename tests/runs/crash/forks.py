"""Processes of our own: forked from one that has imported all they need, so that a worker starts in milliseconds."""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

# Nothing of it starts a thread or a loop: a process is forked without those.
_PRELOADED = [
    "deskgraph.bootstrap",
    "deskgraph.staff",
    "openai",
    "pydantic_ai.models.openai",
    "procrastinate",
]
FORKS = multiprocessing.get_context("forkserver")
# A process that was forked forks by a server of its own, which preloads them again.
FORKS.set_forkserver_preload(_PRELOADED)


@contextmanager
def aside(folder: Path, parallel: int = 1) -> Iterator[ProcessPoolExecutor]:
    """Processes that work cells: nothing of what they open, and nothing they log, stays in this one."""
    log = folder / "cells.log"
    with ProcessPoolExecutor(parallel, FORKS, initializer=speak_into, initargs=(log,)) as workers:
        yield workers


def speak_into(file: Path) -> None:
    """What this process says from here on goes to a file."""
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.stdout.flush()
    os.dup2(opened, 1)
    os.dup2(opened, 2)
