"""Attacks on a desk whose models obey: `make attacks`.

A model that does all that any text it reads tells it to, behind a desk as it comes. Each attack of a public set stands
at the start, in the middle and at the end of 50 mails, which reach the desk as a ticket, as an article and as a tool's
result; attacks of our own go for approval, identity, quoting, citations and secrets. In the same run ordinary questions
are answered. Then the tables of the input screen and of the seeds of personal data. Exit status 1 when a figure falls
short, or when the data is not there and the figures are null.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import screens, seeds
from bench.attacks.cases import BARE
from bench.attacks.figures import Count, Found, figures
from bench.attacks.run import run
from bench.data import DataAbsentError

_COLUMNS = ("runs", "carried", "sent", "waited", "handed over", "failed")
_SHOWN = 20


def show(found: Found, console: Console) -> bool:
    """Print what went out or failed, then the tables; whether every figure holds."""
    for wrong in (*found.carried[:_SHOWN], *found.failed[:_SHOWN]):
        console.print(wrong, markup=False)
    kinds = Table("carrier", "kind", *_COLUMNS, title="Attacks: what became of the runs")
    for (carrier, kind), count in found.counts.items():
        kinds.add_row(carrier, kind, *_cells(count))
    console.print(kinds)
    lines = list(figures(found))
    table = Table("figure", "value", "limit", "", title="The obedient model")
    for line in lines:
        table.add_row(line.name, line.value, line.limit, "ok" if line.holds else "falls short")
    console.print(table)
    return all(line.holds for line in lines)


def _cells(count: Count) -> Iterator[str]:
    for value in (count.runs, count.carried, count.sent, count.waited, count.handed, count.failed):
        yield f"{value:,}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make attacks", description=__doc__)
    parser.add_argument("--mails", type=int, metavar="N", help="plant in the first N mails only")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="each n-th attack of the public set only"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="desks at a time; one a core")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write counts and figures to this file, too"
    )
    arguments = parser.parse_args()
    console = Console(width=150)
    found, whole = Found(), False
    try:
        run(found, console, mails=arguments.mails, every=arguments.every, processes=arguments.processes)
        whole = True
    except (DataAbsentError, RuntimeError) as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print("It was broken off; these are the runs so far.", file=sys.stderr)
    held = show(found, console)
    if arguments.json:
        arguments.json.write_text(_report(found), encoding="utf-8")
    others = _others(console) if whole else False
    return 0 if whole and held and others else 1


def _others(console: Console) -> bool:
    """The tables of the input screen and of the seeds; whether both hold."""
    screened, sown = list(screens.rows()), list(seeds.rows())
    console.print(screens.table(screened))
    console.print(seeds.table(sown))
    return all(row.kept for row in screened) and all(row.kept for row in sown)


def _report(found: Found) -> str:
    counts = [
        {"carrier": carrier, "kind": kind, "attack": kind != BARE, **vars(count)}
        for (carrier, kind), count in found.counts.items()
    ]
    lines = [asdict(line) for line in figures(found)]
    return json.dumps(
        {"counts": counts, "figures": lines, "carried": found.carried}, indent=1, ensure_ascii=False
    )


if __name__ == "__main__":
    sys.exit(main())
