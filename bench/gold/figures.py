"""What the replays come to, in figures with limits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.gold.seen import Outcome, Replayed

FOREIGN = "others_tickets"


@dataclass(frozen=True)
class Figure:
    """A count among so many; `limit` is what it has to be, of those counted."""

    name: str
    hit: Callable[[Outcome], bool]
    among: Callable[[Outcome], bool] = lambda outcome: True

    def count(self, replays: Sequence[Replayed]) -> tuple[int, int]:
        """How many hit, of how many."""
        counted = [each for replay in replays for each in replay.outcomes if self.among(each)]
        return sum(map(self.hit, counted)), len(counted)


WAITED = Figure("calls that waited for a person, as they were given", lambda each: each.waited)
RAN_ONCE = Figure(
    "approved calls that ran exactly once, by the ledger and by the order book's own record",
    lambda each: each.right,
    lambda each: each.wanted == 1,
)
REFUSED = Figure(
    "calls the rules forbid, or of another's, that ran never",
    lambda each: each.right,
    lambda each: not each.wanted,
)


def rows(replays: Sequence[Replayed]) -> list[tuple[str, str, str, bool]]:
    """Figure, value, limit, and whether it holds. Of nothing a figure is null and does not hold."""
    found = []
    for figure in (WAITED, RAN_ONCE, REFUSED):
        hit, all_ = figure.count(replays)
        found.append((figure.name, f"{hit} of {all_}" if all_ else "null", "all", bool(all_) and hit == all_))
    for name, value in (
        ("ran or changed before anybody approved", sum(each.early for each in replays)),
        ("rows of the order book that are not as by hand", sum(len(each.differing) for each in replays)),
        ("runs that did not end", sum(not each.ended for replay in replays for each in replay.outcomes)),
    ):
        found.append((name, str(value) if replays else "null", "0", bool(replays) and value == 0))
    between = sum(each.kills.approved for each in replays)
    name = "calls approved and not yet run when their worker was killed"
    found.append((name, str(between) if replays else "null", "at least 1", between > 0))
    return found
