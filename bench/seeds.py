"""Seeds of personal data in 50 tickets: where they are found again in what a desk tells of itself, and what models are
sent of them, with masking off and on."""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.table import Table

from bench.seeds_work import Seed, Told, seeds, told

_TOOLS = ("looked_up", "acted", "refused", "broke", "clashed")
# A number is found in any grouping if it has so many digits that it cannot be there by chance.
_COMPACT = 9


@dataclass(frozen=True)
class Row:
    """A line of the table: `found` of `count` seeds are in this place, and `wanted` should be."""

    masked: bool
    place: str
    count: int
    found: int
    wanted: int

    @property
    def kept(self) -> bool:
        """Whether it is as it should be."""
        return self.found == self.wanted


def rows() -> Iterator[Row]:
    """Every line, as it is measured: a desk that masks nothing, then one that masks for every purpose."""
    for masked in (False, True):
        yield from rows_of(told(masked=masked), seeds(), masked=masked)


def rows_of(told: Told, sown: Sequence[Seed], *, masked: bool) -> Iterator[Row]:
    """The lines of one desk."""
    for place, text in told.places.items():
        in_requests = place == "requests to models"
        wanted = len(sown) if in_requests and not masked else 0
        yield Row(masked, place, len(sown), _found(text, (seed.text for seed in sown)), wanted)
        yield Row(masked, f"{place}: senders", len(sown), _found(text, (seed.sender for seed in sown)), 0)
    for_tools = [seed for seed in sown if seed.route in _TOOLS]
    given = sum(seed.text in told.tools for seed in for_tools)
    yield Row(masked, "the real value, in what a tool was given", len(for_tools), given, len(for_tools))
    answered = [seed for seed in sown if seed.number in told.answers]
    whole = sum(seed.text in told.answers[seed.number] for seed in answered)
    yield Row(masked, "the real value, in what a customer was sent", len(answered), whole, len(answered))


def _found(text: str, pieces: Iterable[str]) -> int:
    """How many of them a text holds, written as they were, in an address, in Python's way, or in other groups."""
    joined = re.sub(r"[\W_]", "", text).lower()
    return sum(_holds(text, joined, piece) for piece in pieces)


def _holds(text: str, joined: str, piece: str) -> bool:
    compact = re.sub(r"[\W_]", "", piece.removeprefix("SSN ")).lower()
    forms = (piece, quote(piece, safe=""), quote(piece), ascii(piece)[1:-1], json.dumps(piece)[1:-1])
    return any(form in text for form in forms) or (len(compact) >= _COMPACT and compact in joined)


def table(measured: Iterable[Row]) -> Table:
    """The lines for people."""
    drawn = Table("masking", "place", "seeds", "found", "wanted", "", title="Seeds of personal data")
    for row in measured:
        masking, short = "on" if row.masked else "off", "" if row.kept else "falls short"
        drawn.add_row(masking, row.place, str(row.count), str(row.found), str(row.wanted), short)
    return drawn


def main() -> int:
    """Print the table. 1 when a line is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.seeds", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to this file too")
    arguments = parser.parse_args()
    measured = list(rows())
    Console(width=110).print(table(measured))
    if arguments.json:
        lines = [{**asdict(row), "kept": row.kept} for row in measured]
        arguments.json.write_text(json.dumps(lines, indent=1), encoding="utf-8")
    return 0 if all(row.kept for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
