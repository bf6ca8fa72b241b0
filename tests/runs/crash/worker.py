"""A worker process of a cell: it works as any worker does, until it is killed."""

import asyncio
import os
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from deskgraph.bootstrap import Desk
from deskgraph.settings import Settings

from .ground import FORKS, Ground, desk_of
from .places import Places, watch


def start(
    ground: Ground,
    name: str,
    *,
    user: str,
    pace: str = "quick",
    deadly: str | None = None,
    trace: Path | None = None,
) -> BaseProcess:
    """A worker on a cell's database. What it says goes to a file of its own."""
    process = FORKS.Process(target=_run, args=(ground, name, user, pace, deadly, trace))
    process.start()
    return process


def _run(ground: Ground, name: str, user: str, pace: str, deadly: str | None, trace: Path | None) -> None:
    _speak_into(ground.home / f"{name}.{user}.log")
    if deadly is not None or trace is not None:
        watch(Places(deadly, trace))
    asyncio.run(_work(ground.settings(name, pace=pace, user=user)))


def _speak_into(file: Path) -> None:
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.stdout.flush()
    os.dup2(opened, 1)
    os.dup2(opened, 2)


async def _work(settings: Settings) -> None:
    async with desk_of(settings) as desk:
        await work(desk)


async def work(desk: Desk) -> None:
    """Until the process or the task ends."""
    async with desk.working():
        await asyncio.Event().wait()
