"""What became of every message after a storm: answered or handed over as its words say, once, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deskgraph import runs, tickets
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import Effect, of_run
from deskgraph.events import since
from deskgraph.runs import Run, subject_key
from deskgraph.tickets import Message, Ticket

from .recorder import Line
from .scripted import MARK
from .wishes import outcome_of

_MOST = 100_000


@dataclass(frozen=True)
class Reckoning:
    """`settled` has the keys of the effects that a person was asked about, and whether they had happened. The lists are
    sentences, one for each thing that is not as it should be."""

    tickets: int
    messages: int
    runs: int
    effects: int
    settled: Mapping[str, bool]
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)

    def wrong(self) -> Iterator[str]:
        """All of it."""
        for word, found in (("lost", self.lost), ("doubled", self.doubled), ("wrong", self.otherwise)):
            yield from (f"{word}: {each}" for each in found)


@dataclass(frozen=True)
class _Story:
    """One ticket, whole."""

    ticket: Ticket
    said: Sequence[Message]
    worked: Mapping[int, Run]
    effects: Sequence[Effect]
    numbers: Sequence[int]


async def reckon(desk: Desk, settled: Mapping[str, bool], lines: Sequence[Line]) -> Reckoning:
    """Look at every ticket, and at all that the recorder has."""
    stories = [await _story(desk, ticket) for ticket in await _all(desk)]
    lost = [sentence for story in stories for sentence in _lost(story, settled)]
    doubled = [sentence for story in stories for sentence in _doubled(story)]
    times = Counter(line.key for line in lines)
    doubled += [f"{key} was done {count} times" for key, count in times.items() if count > 1]
    otherwise = [sentence for story in stories for sentence in _otherwise(story, settled)]
    otherwise += _against(lines, [effect for story in stories for effect in story.effects])
    return Reckoning(
        tickets=len(stories),
        messages=sum(message.author_role == "customer" for story in stories for message in story.said),
        runs=sum(len(story.worked) for story in stories),
        effects=sum(len(story.effects) for story in stories),
        settled=dict(settled),
        lost=lost,
        doubled=doubled,
        otherwise=otherwise,
    )


def _lost(story: _Story, settled: Mapping[str, bool]) -> Iterator[str]:
    """A message is answered by its run, or a person has its ticket."""
    for message in story.said:
        if message.author_role != "customer":
            continue
        run = story.worked.get(message.run_id or 0)
        if run is not None and run.state not in runs.FINISHED:
            yield f"{message.text!r} of ticket {story.ticket.id}: its run {run.id} is {run.state}"
        elif not _answers(story, message) and story.ticket.handling != "needs_human":
            yield f"{message.text!r} of ticket {story.ticket.id}: no answer, and no person has it"


def _doubled(story: _Story) -> Iterator[str]:
    for message in story.said:
        if message.author_role == "customer" and (times := _answers(story, message)) > 1:
            yield f"{message.text!r} of ticket {story.ticket.id} was answered {times} times"


def _otherwise(story: _Story, settled: Mapping[str, bool]) -> Iterator[str]:
    if list(story.numbers) != list(range(1, len(story.numbers) + 1)):
        yield f"the events of ticket {story.ticket.id} have gaps"
    for run in story.worked.values():
        request = "\n\n".join(
            message.text
            for message in story.said
            if message.run_id == run.id and message.author_role == "customer"
        )
        did_not = [
            key for key, happened in settled.items() if not happened and key.startswith(f"run:{run.id}:")
        ]
        expected = _expected(run, request, did_not)
        if (run.state, run.outcome) not in expected:
            yield f"run {run.id} on {request!r} is {run.state}, {run.outcome} ({run.reason}) for {expected}"


def _expected(run: Run, request: str, did_not: Sequence[str]) -> list[tuple[str, str | None]]:
    if any("send" in key for key in did_not):
        return [("done", "stopped")]
    if did_not:
        return [("done", "answered")]
    # It may have waited behind a run that handed the ticket to a person.
    behind: list[tuple[str, str | None]] = (
        [("cancelled", None)] if run.reason == "A person answers this ticket." else []
    )
    return [("done", outcome_of(request)), *behind]


def _against(lines: Sequence[Line], effects: Sequence[Effect]) -> Iterator[str]:
    """The ledger says what happened outside, and nothing else."""
    ledger = {effect.key: effect.state for effect in effects}
    outside = {line.key for line in lines}
    for key, state in ledger.items():
        if (state == "done") != (key in outside) or state not in ("done", "refused"):
            yield f"{key} is {state} in the ledger, and outside it {'was' if key in outside else 'was not'} done"
    yield from (f"{key} was done, and the ledger has nothing of it" for key in outside - ledger.keys())


def _answers(story: _Story, message: Message) -> int:
    mark = MARK.search(message.text)
    assert mark is not None
    return sum(mark[0] in MARK.findall(each.text) for each in story.said if each.author_role == "agent")


async def _all(desk: Desk) -> Sequence[Ticket]:
    async with transaction(desk.pool) as conn:
        return await tickets.list_tickets(conn, limit=_MOST)


async def _story(desk: Desk, ticket: Ticket) -> _Story:
    async with transaction(desk.pool) as conn:
        worked = await runs.of_ticket(conn, ticket.id)
        return _Story(
            ticket,
            await tickets.messages(conn, ticket.id),
            {run.id: run for run in worked},
            [effect for run in worked for effect in await of_run(conn, run.id)],
            [event.number for event in await since(conn, subject_key(ticket.id), 0, limit=_MOST)],
        )
