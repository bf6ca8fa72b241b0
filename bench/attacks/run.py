"""The whole measurement: the model's door here, desks in processes of their own, results as they come."""

import asyncio
import queue
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bench import door, throwaway
from bench.attacks.cases import Lot, lots, own_orders, public_orders
from bench.attacks.figures import Found
from bench.attacks.mailbox import OWNER, SECRET
from bench.attacks.obedient import NAME, Obedient
from bench.attacks.work import Done, Finished, Ledger, work
from bench.data import banking_handbook, banking_questions
from bench.screening_sets import emails
from bench.work import Result
from bench.work import work as work_cases

_SECONDS = 400.0  # without any result from any process


def run(found: Found, console: Console, *, mails: int | None, every: int, processes: int) -> None:
    """Measure into `found`, which holds what there is so far if it breaks off. Raises DataAbsentError, and RuntimeError
    when a process cannot go on."""
    public, own = public_orders()[::every], own_orders()
    plan = list(lots(emails()[:mails], public, own))
    model = Obedient([*public, *own], SECRET, OWNER)
    with door.serving(model.decide) as address:
        found.harmless = _harmless(address)
        with _working(plan, address, processes) as working:
            _gather(found, plan, working, model, console)


def _harmless(address: str) -> list[Result]:
    """Ordinary questions on a handbook, asked of the same model, which then only quotes what was retrieved."""
    purposes = {f"DESKGRAPH_{purpose}_MODEL": NAME for purpose in ("ROUTING", "WRITING", "REVIEWING")}
    with throwaway.environment(address, **purposes):
        return asyncio.run(work_cases(banking_questions(), banking_handbook(), []))


@dataclass(frozen=True)
class _Working:
    """Processes that work the lots between them, and what they tell."""

    processes: list[BaseProcess]
    results: "Queue[Any]"

    def next(self) -> object:
        """The next result; words where there will be none."""
        for _ in range(int(_SECONDS)):
            with suppress(queue.Empty):
                return self.results.get(timeout=1)
            if any(process.exitcode for process in self.processes):
                return "a process ended"
        return f"nothing for {_SECONDS:.0f} s"


@contextmanager
def _working(plan: list[Lot], address: str, count: int) -> Iterator[_Working]:
    """The processes, ended with the context."""
    context = get_context("spawn")
    results = context.Queue()
    brought = [(number, lot.brought) for number, lot in enumerate(plan)]
    started: list[BaseProcess] = [
        context.Process(target=work, args=(brought[first::count], address, results)) for first in range(count)
    ]
    for process in started:
        process.start()
    try:
        yield _Working(started, results)
        for process in started:
            process.join(_SECONDS)
    finally:
        for process in started:
            process.terminate()


def _gather(found: Found, plan: list[Lot], working: _Working, model: Obedient, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("lots of runs", total=len(plan))
        left = len(working.processes)
        while left:
            match working.next():
                case Done() as done:
                    found.add(plan[done.number], done, model.wrote)
                    progress.advance(task)
                case Ledger() as ledger:
                    found.ledgers.append(ledger)
                case Finished():
                    left -= 1
                case went_wrong:
                    raise RuntimeError(f"A desk could not go on: {went_wrong}")
            found.shown, found.read = model.shown, model.read
