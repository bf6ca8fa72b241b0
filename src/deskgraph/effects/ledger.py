"""The ledger: each effect claimed before it happens and settled after, in short transactions under the fence.

A settled key that is met again gives its result. A claim without a result is an outcome that nobody knows: it is
never tried again and never hidden.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, assert_never

from deskgraph import database
from deskgraph.database import Connection, load, many, one
from deskgraph.database.storable import storable_text
from deskgraph.errors import Conflict, KeyReused, NotFound, StillUnderWay
from deskgraph.events import EffectSettled, append, columns
from deskgraph.runs import subject_key

QUERIES = load(__file__)
EffectState = Literal["claimed", "done", "refused", "unknown"]


@dataclass(frozen=True)
class Effect:
    """A row of the ledger. `arguments` is canonical JSON. What a person sends belongs to a ticket and to no run."""

    id: int
    run_id: int | None
    ticket_id: int | None
    key: str
    action: str
    arguments: str
    state: EffectState
    result: str | None
    settled_by: str | None
    created_at: datetime
    settled_at: datetime | None


@dataclass(frozen=True)
class Fresh:
    """The claim is ours: go ahead, then settle."""

    effect_id: int


@dataclass(frozen=True)
class Settled:
    """It was settled before; nothing is to be done again."""

    effect_id: int
    state: Literal["done", "refused"]
    result: str | None


@dataclass(frozen=True)
class Unknown:
    """It was claimed before, and nobody knows what became of it."""

    effect_id: int


Claim = Fresh | Settled | Unknown


async def claim(
    conn: Connection,
    *,
    run_id: int | None,
    ticket_id: int | None,
    key: str,
    action: str,
    arguments: str,
    fence: int = 0,
) -> Claim:
    """Claim a key before its effect. A run claims in a transaction that has checked its fence. Raises `KeyReused` when
    the key was claimed for something else, `StillUnderWay` when it is a person's and has no result yet."""
    effect = await one(
        conn,
        QUERIES["claim"],
        Effect,
        run_id=run_id,
        ticket_id=ticket_id,
        key=key,
        action=action,
        arguments=arguments,
        fence=fence,
    )
    if effect is not None:
        return Fresh(effect.id)
    found = await one(conn, QUERIES["effect_by_key"], Effect, key=key)
    asked = (ticket_id, action, arguments)
    if found is None or (found.ticket_id, found.action, found.arguments) != asked:
        raise KeyReused("This key was used for something else.", "Take a fresh key each time.")
    match found.state:
        case "done" | "refused":
            return Settled(found.id, found.state, found.result)
        case "claimed" if run_id is None:
            # No lane says that whoever claimed it is gone: their call may be under way. `stale_claims` looks later.
            raise StillUnderWay(f"Effect {found.id} is under way.", "Ask again in a moment.")
        case "claimed":
            # Whoever claimed it died, or lost the lane, before it was settled.
            await settle(conn, found.id, "unknown", None)
            return Unknown(found.id)
        case "unknown":
            return Unknown(found.id)
        case _:
            assert_never(found.state)


async def claimed_before(conn: Connection, key: str) -> bool:
    """Whether a key was claimed, whatever became of it."""
    return bool(await database.value(conn, QUERIES["claimed_before"], key=key))


async def settle(
    conn: Connection,
    effect_id: int,
    state: Literal["done", "refused", "unknown"],
    result: str | None,
    *,
    by: str | None = None,
) -> None:
    """Write down what became of a claim. A settled effect never changes again: `Conflict`."""
    # Which action it is, the statement knows.
    event = EffectSettled(effect=effect_id, action="", state=state)
    settled = await one(
        conn,
        QUERIES["settle"],
        Effect,
        id=effect_id,
        state=state,
        result=None if result is None else storable_text(result),
        by=by,
        **columns(event),
    )
    if settled is None:
        found = await get(conn, effect_id)
        raise Conflict(f"Effect {effect_id} is {found.state} already.")


async def leave_open(conn: Connection, run_id: int) -> list[Effect]:
    """A run that is ended in mid-effect: what it had claimed and not settled is unknown from now on. Gives those."""
    left = await many(conn, QUERIES["leave_open"], Effect, run_id=run_id)
    for effect in left:
        await _tell(conn, effect)
    return left


async def stale_claims(conn: Connection, seconds: float) -> list[Effect]:
    """Claims that no run made and nobody settled for so many seconds are unknown from now on: whoever made them died.
    Gives those; their tickets wait for a person."""
    stale = await many(conn, QUERIES["stale_claims"], Effect, seconds=seconds)
    for effect in stale:
        await _tell(conn, effect)
    return stale


async def free(conn: Connection, effect_id: int) -> None:
    """Take a claim back whose effect was refused before anything was done: its key is free again."""
    await database.run(conn, QUERIES["free"], id=effect_id)


async def get(conn: Connection, effect_id: int) -> Effect:
    """The effect; `NotFound` when there is none."""
    found = await one(conn, QUERIES["get_effect"], Effect, id=effect_id) if 0 < effect_id < 2**63 else None
    if found is None:
        raise NotFound(f"There is no effect {effect_id}.")
    return found


async def of_run(conn: Connection, run_id: int) -> list[Effect]:
    """A run's effects, oldest first."""
    return await many(conn, QUERIES["effects_of_run"], Effect, run_id=run_id)


async def unknown_of_ticket(conn: Connection, ticket_id: int) -> list[Effect]:
    """A ticket's effects of unknown outcome, oldest first."""
    return await many(conn, QUERIES["unknown_of_ticket"], Effect, ticket_id=ticket_id)


async def done_on_ticket(conn: Connection, ticket_id: int) -> list[Effect]:
    """What was done on a ticket besides sending its replies, the newest fifty, oldest first."""
    return await many(conn, QUERIES["done_on_ticket"], Effect, ticket_id=ticket_id)


async def _tell(conn: Connection, effect: Effect) -> None:
    subject = subject_key(effect.ticket_id) if effect.ticket_id else f"run:{effect.run_id}"
    event = EffectSettled(effect=effect.id, action=effect.action, state=effect.state)
    await append(conn, subject, event, key=f"effect:{effect.id}:{effect.state}", run_id=effect.run_id)
