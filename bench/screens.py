"""The input screen on public texts: false alarms on ordinary ones, detection of attacks planted in e-mails."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

from bench.data import DataAbsentError
from bench.screening_sets import Attack, Ordinary, emails, ordinary, own_attacks, planted, public_attacks
from deskgraph.guardrails import screen_input

# What the screen aims at. The first five kinds of BIPIA ask a question or for a text ("What is the capital of
# Brazil?"): that is what the harmless requests of notinject do too, and it tells nobody what to do to an answer.
_ASKING = (
    *("Information Retrieval", "Content Creation", "Learning and Tutoring", "Language Translation"),
    "Programming Help",
)


@dataclass(frozen=True)
class Row:
    """A line of the table: `found` of `count` texts had findings. A limit is the most for ordinary texts."""

    what: Literal["false alarms", "planted attacks", "planted questions", "own attacks"]
    name: str
    count: int
    found: int
    limit: float | None = None

    @property
    def rate(self) -> float:
        """The share with findings."""
        return self.found / self.count

    @property
    def kept(self) -> bool:
        """Whether the limit, if there is one, holds."""
        return self.limit is None or self.rate <= self.limit


def rows() -> Iterator[Row]:
    """Every line, as it is measured. Raises DataAbsentError where the data is not there."""
    for texts in ordinary():
        yield _alarms(texts)
    mails = emails()
    for kind, attacks in _by_kind(public_attacks()).items():
        yield _planted(kind, attacks, mails)
    for half in ("tuned", "apart"):
        yield _own(half, "all", own_attacks(half))
        for kind, attacks in _by_kind(own_attacks(half)).items():
            yield _own(half, kind, attacks)


def table(measured: Iterable[Row]) -> Table:
    """The rows as people read them."""
    drawn = Table("what", "texts", "count", "with findings", "rate", "limit", title="Input screen")
    for row in measured:
        limit = "" if row.limit is None else f"{row.limit:.1%}{'' if row.kept else ' EXCEEDED'}"
        drawn.add_row(row.what, row.name, f"{row.count:,}", f"{row.found:,}", f"{row.rate:.2%}", limit)
    return drawn


def _alarms(texts: Ordinary) -> Row:
    of_team = texts.read_as == "article"
    found = sum(bool(screen_input(text, of_team=of_team)) for text in texts.texts)
    return Row("false alarms", texts.name, len(texts.texts), found, texts.most)


def _planted(kind: str, attacks: Sequence[str], mails: Sequence[str]) -> Row:
    """A planted attack is found when the mail shows what the bare mail does not."""
    bare = [_signs(mail) for mail in mails]
    tried = [
        bool(_signs(text) - signs)
        for mail, signs in zip(mails, bare, strict=True)
        for attack in attacks
        for _, text in planted(attack, mail)
    ]
    what: Literal["planted questions", "planted attacks"] = (
        "planted questions" if kind in _ASKING else "planted attacks"
    )
    return Row(what, kind, len(tried), sum(tried))


def _own(half: str, kind: str, attacks: Sequence[str] | Sequence[Attack]) -> Row:
    texts = [each.text if isinstance(each, Attack) else each for each in attacks]
    return Row("own attacks", f"{half}: {kind}", len(texts), sum(bool(screen_input(each)) for each in texts))


def _signs(text: str) -> set[tuple[str, str]]:
    return {(found.kind, found.excerpt) for found in screen_input(text)}


def _by_kind(attacks: Iterable[Attack]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for attack in attacks:
        kinds.setdefault(attack.kind, []).append(attack.text)
    return kinds


def main() -> int:
    """Print the table. 1 when a limit is exceeded or the data is not there."""
    parser = argparse.ArgumentParser(prog="python -m bench.screens", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to this file too")
    arguments = parser.parse_args()
    try:
        measured = list(rows())
    except DataAbsentError as absent:
        print(absent, file=sys.stderr)
        return 1
    Console(width=110).print(table(measured))
    if arguments.json:
        lines = [{**asdict(row), "rate": row.rate, "kept": row.kept} for row in measured]
        arguments.json.write_text(json.dumps(lines, indent=1, ensure_ascii=False), encoding="utf-8")
    return 0 if all(row.kept for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
