"""What a replay came to."""

from dataclasses import dataclass

from bench.gold.book import done_keys
from bench.gold.calls import Call
from bench.gold.person import Person
from bench.gold.reference import Book, Refused, apply
from deskgraph import effects, runs
from deskgraph.database import transaction
from deskgraph.effects import canonical
from deskgraph.graphs.execute import CALL_KEY
from deskgraph.runs import FINISHED


@dataclass(frozen=True)
class Outcome:
    """What became of one call. `ledger` and `pack` count how often each says that it ran; `wanted` is 1 if the rules
    allow it."""

    call: Call
    waited: bool
    ended: bool
    ledger: int
    pack: int
    wanted: int

    @property
    def right(self) -> bool:
        return self.ledger == self.pack == self.wanted


@dataclass(frozen=True)
class Kills:
    """How many workers were killed, how many runs they had under way, how many calls were approved and not run, of
    how many calls a person had to find out whether they happened, and how many of these had not and were asked for
    again."""

    count: int
    in_flight: int
    approved: int
    settled: int
    again: int


@dataclass(frozen=True)
class Replayed:
    """`early` counts calls that ran, and changes of the book, before anybody approved; `differing` are rows of the
    book that are not as by hand."""

    name: str
    outcomes: tuple[Outcome, ...]
    early: int
    kills: Kills
    differing: tuple[str, ...]
    seconds: float


async def outcome(person: Person, call: Call, book: Book) -> Outcome:
    """What became of a call; `book` is changed as it should change it."""
    attempts = person.runs[call.number]
    keys = [CALL_KEY.format(run=run) for run in attempts]
    async with transaction(person.desk.pool) as conn:
        found = [effect for run in attempts for effect in await effects.of_run(conn, run)]
        noted = await done_keys(conn)
        ended = (await runs.get(conn, attempts[-1])).state in FINISHED
    return Outcome(
        call=call,
        waited=_waited(person, call),
        ended=ended,
        ledger=sum(effect.state == "done" and effect.key in keys for effect in found),
        pack=sum(key in keys for key in noted),
        wanted=_by_hand(call, book),
    )


def _waited(person: Person, call: Call) -> bool:
    """Whether a person was asked about this very call, once and nothing else."""
    arguments = canonical(person.desk.toolbox.get(call.name).check(call.arguments).arguments)
    asked = [(each.kind, each.action, each.arguments) for each in person.questions[call.number]]
    return asked == [("tool", call.name, arguments)]


def _by_hand(call: Call, book: Book) -> int:
    try:
        apply(book, call.user, call.name, call.arguments)
    except Refused:
        return 0
    return 1
