"""Real requests and real questions, worked to their end: `make corpus`.

Prints what became of each kind, then five figures with their limits. Exit status 1 when a figure falls short,
or when the data is not there and the figures are null. `--json FILE` writes each case and the figures.
"""

import argparse
import asyncio
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.data import (
    DataAbsentError,
    banking_handbook,
    banking_questions,
    retail_policy,
    retail_requests,
)
from bench.retail import RETAIL
from bench.work import Result, work


@dataclass(frozen=True)
class Figure:
    """A share of some results, and its limit: at least, or at most."""

    name: str
    what: str
    among: Callable[[Result], bool]
    hit: Callable[[Result], bool]
    limit: float
    at_most: bool = False

    def value(self, results: Sequence[Result]) -> float | None:
        """Between 0 and 1, or None when there is nothing to count."""
        counted = [result for result in results if self.among(result)]
        return sum(map(self.hit, counted)) / len(counted) if counted else None

    def holds(self, value: float | None) -> bool:
        if value is None:
            return False
        return value <= self.limit if self.at_most else value >= self.limit


FIGURES = (
    Figure(
        "failed_or_stuck",
        "runs neither done nor parked",
        among=lambda result: True,
        hit=lambda result: result.state not in {"done", "parked"},
        limit=0.0,
        at_most=True,
    ),
    Figure(
        "tool_route",
        "requests with a writing call that choose the tool route",
        among=lambda result: result.case.expected == "write",
        hit=lambda result: result.chose_tool,
        limit=0.60,
    ),
    Figure(
        "answered_with_citation",
        "questions answered with a citation from what was retrieved",
        among=lambda result: result.case.expected == "question",
        hit=lambda result: result.answered_with_citation,
        limit=0.60,
    ),
    Figure(
        "escalated",
        "of all, escalated",
        among=lambda result: True,
        hit=lambda result: result.outcome == "escalated",
        limit=0.25,
        at_most=True,
    ),
    Figure(
        "write_proposed_for_nothing",
        "requests without a writing call for which one is proposed",
        among=lambda result: result.case.expected in {"no write", "person"},
        hit=lambda result: result.proposed is not None,
        limit=1 / 3,
        at_most=True,
    ),
)


async def results() -> list[Result]:
    """Both halves, each on a desk of its own."""
    requests, policy = retail_requests(), retail_policy()
    questions, handbook = banking_questions(), banking_handbook()
    return [*await work(requests, policy, [RETAIL]), *await work(questions, handbook, [])]


def show(found: Sequence[Result], console: Console) -> bool:
    """Print both tables; whether every figure holds."""
    console.print(_outcomes(found))
    figures = Table("figure", "value", "limit", "", title="Figures")
    held = True
    for figure in FIGURES:
        value = figure.value(found)
        holds = figure.holds(value)
        held = held and holds
        shown = "null" if value is None else f"{value:.1%}"
        limit = f"{'at most' if figure.at_most else 'at least'} {figure.limit:.1%}"
        figures.add_row(f"{figure.name}: {figure.what}", shown, limit, "ok" if holds else "falls short")
    console.print(figures)
    return held


def _outcomes(found: Sequence[Result]) -> Table:
    counts = Counter((result.case.expected, result.outcome) for result in found)
    columns = sorted({result.outcome for result in found})
    table = Table("expected", *columns, "tool route", "cited", "all", title="What became of them")
    for expected in dict.fromkeys(result.case.expected for result in found):
        these = [result for result in found if result.case.expected == expected]
        chosen, cited = sum(r.chose_tool for r in these), sum(r.answered_with_citation for r in these)
        cells = [counts[expected, outcome] for outcome in columns] + [chosen, cited, len(these)]
        table.add_row(expected, *map(str, cells))
    return table


def _report(found: Sequence[Result]) -> str:
    cases = [
        {**dataclasses.asdict(result), "retrieved": sorted(result.retrieved), "cited": sorted(result.cited)}
        for result in found
    ]
    figures = {figure.name: figure.value(found) for figure in FIGURES}
    return json.dumps({"figures": figures, "cases": cases}, indent=1, ensure_ascii=False)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make corpus", description=__doc__)
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write each case and the figures to this file"
    )
    arguments = parser.parse_args()
    console = Console(width=160)
    try:
        found = asyncio.run(results())
    except DataAbsentError as absent:
        print(absent, file=sys.stderr)
        found = []
    if arguments.json:
        arguments.json.write_text(_report(found), encoding="utf-8")
    return 0 if show(found, console) else 1


if __name__ == "__main__":
    sys.exit(main())
