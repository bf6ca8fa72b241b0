"""Gold replay: `make retail`. Every writing call of some tasks, proposed through the support graph as a ticket of its
user, waits for a person, runs once after a yes though workers are killed with -9, and leaves the order book as if it
had been applied by hand.

Three kinds of replay: each task on a book that no other task has touched; all tasks on one book in the file's order,
where later calls meet what earlier ones left; and each call on a ticket of another user. Exit status 1 when a figure
falls short, or when the data is not there and the figures are null.
"""

import argparse
import asyncio
import copy
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.data import DataAbsentError, folder
from bench.gold.calls import Call, alone, foreign, read_calls
from bench.gold.figures import FOREIGN, rows
from bench.gold.ground import ground
from bench.gold.model import serving
from bench.gold.reference import Book, read_book
from bench.gold.replay import StoodStillError, replay
from bench.gold.seen import Replayed

_TASKS = "tasks.train.json"


async def replays(
    shop: Path, calls: Sequence[Call], book: Book, console: Console
) -> AsyncGenerator[Replayed, None]:
    """All of them, one after another. Raises `StoodStillError`."""
    plan = [(f"apart_{number}", lot) for number, lot in enumerate(alone(calls), 1)]
    plan += [("one_book", list(calls)), (FOREIGN, foreign(calls, book))]
    with serving(calls) as model:
        async with ground(shop, model) as stands:
            for name, some in plan:
                done = await replay(stands, name, some, copy.deepcopy(book))
                console.print(f"{name}: {len(some)} calls in {done.seconds:.0f} s")
                yield done


def show(found: Sequence[Replayed], console: Console) -> bool:
    """Print what is wrong, then both tables; whether every figure holds."""
    for each in found:
        for outcome in each.outcomes:
            if not (outcome.waited and outcome.right):
                console.print(f"{each.name}: {outcome}", markup=False)
        if each.differing:
            console.print(f"{each.name}: not as by hand: {', '.join(each.differing)}", markup=False)
    console.print(_by_replay(found))
    figures = Table("figure", "value", "limit", "", title="Gold replay")
    lines = rows(found)
    for name, value, limit, holds in lines:
        figures.add_row(name, value, limit, "ok" if holds else "falls short")
    console.print(figures)
    return all(holds for *_, holds in lines)


def _by_replay(found: Sequence[Replayed]) -> Table:
    columns = (
        "calls",
        "to run",
        "ran",
        "refused",
        "kills",
        "in flight",
        "approved",
        "settled",
        "again",
        "rows wrong",
        "s",
    )
    table = Table(
        "replay", *columns, title="Replays: at kills, runs in flight and calls approved and not run"
    )
    for each in found:
        ran = sum(outcome.pack for outcome in each.outcomes)
        cells = [len(each.outcomes), sum(outcome.wanted for outcome in each.outcomes), ran]
        cells += [len(each.outcomes) - ran, each.kills.count, each.kills.in_flight, each.kills.approved]
        cells += [each.kills.settled, each.kills.again, len(each.differing), round(each.seconds)]
        table.add_row(each.name, *map(str, cells))
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="make retail", description=__doc__)
    parser.add_argument(
        "--tasks", type=Path, metavar="FILE", help="the tasks of another file, of the same shop"
    )
    parser.add_argument("--shop", type=Path, metavar="FOLDER", help="another folder that holds a db.json")
    parser.add_argument("--limit", type=int, metavar="N", help="the calls of the first N tasks only")
    arguments = parser.parse_args()
    console = Console(width=140)
    found: list[Replayed] = []
    whole = False
    try:
        shop = arguments.shop or folder("retail")
        work = _replayed(shop, arguments.tasks or shop / _TASKS, arguments.limit, console, found)
        asyncio.run(work)
        whole = True
    except (DataAbsentError, FileNotFoundError, StoodStillError) as error:
        print(error, file=sys.stderr)
    return 0 if show(found, console) and whole else 1


async def _replayed(
    shop: Path, tasks: Path, limit: int | None, console: Console, found: list[Replayed]
) -> None:
    book = read_book(shop / "db.json")
    calls = read_calls(tasks, book)
    first = list(dict.fromkeys(call.task for call in calls))[:limit]
    some = [call for call in calls if call.task in first]
    async with aclosing(replays(shop, some, book, console)) as working:
        async for done in working:
            found.append(done)


if __name__ == "__main__":
    sys.exit(main())
