"""What there is to see of a ticket once all is quiet, without what differs from one run to the next: ids, times, and
how long something took."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from deskgraph import runs, tickets
from deskgraph.bootstrap import Desk
from deskgraph.database import Connection, transaction
from deskgraph.effects import approvals, of_run
from deskgraph.events import Recorded, since
from deskgraph.runs import subject_key

from .recorder import Line

# Keys under which an id of ours stands in a payload or a state.
_IDS = ("message", "run", "effect", "approval", "open_effect", "passage", "article", "id", "article_id")
_EVENTS = 10_000
_PROGRESS = "step."


@dataclass(frozen=True)
class Seen:
    """A ticket as it stands. Each part is compared with that of the undisturbed run."""

    ticket: dict[str, Any]
    messages: list[dict[str, Any]]
    runs: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    approvals: list[dict[str, Any]]
    events: list[dict[str, Any]]
    progress: list[dict[str, Any]]
    outside: list[dict[str, Any]]
    # What must never be, whatever the undisturbed run did.
    broken: list[str]


async def look(desk: Desk, ticket_id: int, lines: Sequence[Line]) -> Seen:
    """The ticket, its runs, and what the recorder has of them."""
    async with transaction(desk.pool) as conn:
        ticket = await tickets.get_ticket(conn, ticket_id)
        said = await tickets.messages(conn, ticket_id)
        worked = await runs.of_ticket(conn, ticket_id)
        happened = await since(conn, subject_key(ticket_id), 0, limit=_EVENTS)
        steps = [step for run in worked for step in await runs.steps(conn, run.id)]
        effects = [effect for run in worked for effect in await of_run(conn, run.id)]
        asked = [approval for run in worked for approval in await approvals.of_run(conn, run.id)]
        keys = await _keys(conn, ticket_id)
    return Seen(
        ticket=_only(asdict(ticket), "status handling handling_reason category priority"),
        messages=[_only(asdict(each), "lane kind author_role author text model") for each in said],
        runs=[_plain(_only(asdict(run), "state outcome reason final lane")) for run in worked],
        steps=[_plain(_only(asdict(step), "node decision detail model tokens")) for step in steps],
        effects=[_only(asdict(each), "key action arguments state result settled_by") for each in effects],
        approvals=[_only(asdict(each), "kind action arguments text status ruled_by note") for each in asked],
        # A step's record may be written some milliseconds after what its node wrote itself: each has its own order.
        events=[_event(each) for each in happened if not each.type.startswith(_PROGRESS)],
        progress=[_event(each) for each in happened if each.type.startswith(_PROGRESS)],
        outside=[asdict(line) for line in lines],
        broken=[*_numbered(happened), *_twice("event", keys), *_twice("line", [line.key for line in lines])],
    )


def differences(undisturbed: Seen, seen: Seen, *, but: Sequence[str] = ()) -> list[str]:
    """Where two tickets are not the same, part by part; those named in `but` are not compared."""
    found = list(seen.broken)
    for part, expected in asdict(undisturbed).items():
        actual = getattr(seen, part)
        if part not in ("broken", *but) and expected != actual:
            found.append(f"{part}: {_difference(expected, actual)}")
    return found


def _difference(expected: Any, actual: Any) -> str:
    if isinstance(expected, dict):
        return "; ".join(
            f"{key} {actual[key]!r} for {expected[key]!r}" for key in expected if actual[key] != expected[key]
        )
    missing = [each for each in expected if each not in actual]
    more = [each for each in actual if each not in expected]
    if not missing and not more:
        apart = next(
            (pair for pair in zip(expected, actual, strict=False) if pair[0] != pair[1]),
            ("the end", "the end"),
        )
        return f"{len(actual)} for {len(expected)}; first {json.dumps(apart[1])} for {json.dumps(apart[0])}"
    return f"missing {json.dumps(missing)}; more {json.dumps(more)}"


def _numbered(happened: Sequence[Recorded]) -> Iterator[str]:
    numbers = [event.number for event in happened]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"event numbers have gaps: {numbers}"


def _twice(what: str, keys: Sequence[str]) -> list[str]:
    return [f"{what} {key} {times} times" for key, times in Counter(keys).items() if times > 1]


async def _keys(conn: Connection, ticket_id: int) -> list[str]:
    rows = await conn.execute("select key from event where subject = %s", (subject_key(ticket_id),))
    return [row["key"] for row in await rows.fetchall()]


def _event(event: Recorded) -> dict[str, Any]:
    payload = {name: value for name, value in event.payload.items() if name != "ms"}
    return {"type": event.type, "audience": event.audience, "payload": _plain(payload)}


def _only(row: Mapping[str, Any], names: str) -> dict[str, Any]:
    return {name: row[name] for name in names.split()}


def _plain(value: Any) -> Any:
    """A value of JSON without ids."""
    match value:
        case dict():
            return {
                name: "an id" if name in _IDS and isinstance(inner, int) else _plain(inner)
                for name, inner in value.items()
            }
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case str():
            return re.sub(r"\bmessage \d+", "message n", value)
        case _:
            return value
