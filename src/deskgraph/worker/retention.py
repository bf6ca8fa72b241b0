"""Retention: what is older than its time goes, in bounded batches; silent tickets move on. One process at a time.

Nothing of a run that is not finished is touched, nor an effect that nobody knows the outcome of. Steps stay: they are
what `replay` prints when a run's thread is gone.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

import psycopg

from deskgraph.accounts.forget import prune_sessions, prune_tries
from deskgraph.database import Connection, Pool, alone
from deskgraph.effects.forget import prune_effects
from deskgraph.errors import DeskError
from deskgraph.events.forget import prune_events
from deskgraph.runs.forget import lock_runs, prune_jobs, prune_workers
from deskgraph.settings import Settings
from deskgraph.telemetry import log
from deskgraph.tickets.forget import prune_keys
from deskgraph.tickets.silence import Silent, SilentTicket, move_on, silent
from deskgraph.worker.checkpoints import count_checkpoints, forget_checkpoints, stored_threads
from deskgraph.worker.lane import Workshop

# A number that no other program in this database uses: 'deskprun' in ASCII.
LOCK = 0x6465736B7072756E
_DAY = 86_400
_MINUTE = 60

KINDS = (
    "tickets_solved",
    "tickets_closed",
    "threads",
    "checkpoint_rows",
    "events",
    "settled_effects",
    "idempotency_keys",
    "wake_ups",
    "workers",
    "sessions",
    "sign_in_tries",
)

Counts = dict[str, int]
Told = Callable[[Counts], None]


@dataclass(frozen=True)
class Sweep:
    """One pass: over which connection, by which settings. A dry one counts all and changes nothing."""

    conn: Connection
    settings: Settings
    dry: bool

    @property
    def limit(self) -> int | None:
        return None if self.dry else self.settings.prune_batch


@dataclass(frozen=True)
class Pruned:
    """What a pass did, or a dry one would do: rows by kind. Without `complete` its time was over before its work."""

    counts: Counts
    complete: bool


async def prune(
    pool: Pool, settings: Settings, *, dry: bool = False, told: Told | None = None
) -> Pruned | None:
    """One pass; None while another process is at it. `told` hears how much went so far, after every batch."""
    until = time.monotonic() + settings.prune_seconds
    counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    async with alone(pool, LOCK) as conn:
        if conn is None:
            return None
        async with contextlib.aclosing(_batches(Sweep(conn, settings, dry))) as batches:
            async for batch in batches:
                counts.update(batch)
                if told is not None:
                    told(dict(counts))
                if not dry and time.monotonic() > until:
                    return Pruned(dict(counts), complete=False)
    return Pruned(dict(counts), complete=True)


async def retention(shop: Workshop, stop: asyncio.Event) -> None:
    """Prune every `prune_minutes` or so until told to stop. The first pass comes at any moment of the first interval:
    workers that were started together do not come together, and one that is restarted often still comes by."""
    minutes = random.uniform(0, shop.settings.prune_minutes)
    while not await _stopped(stop, minutes * _MINUTE):
        try:
            pruned = await prune(shop.pool, shop.settings)
            if pruned is not None and any(pruned.counts.values()):
                log("pruned", complete=pruned.complete, **{k: n for k, n in pruned.counts.items() if n})
        except (DeskError, psycopg.Error) as error:
            log("not pruned", error=type(error).__name__)
        minutes = shop.settings.prune_minutes * random.uniform(0.8, 1.2)


async def _stopped(stop: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()


async def _batches(sweep: Sweep) -> AsyncGenerator[Counts, None]:
    """Every batch of every kind, each committed when it is given. In any order: where one kind takes all the time of a
    pass, the others are not always the last."""
    kinds = [_tickets, _threads, _rows]
    for kind in random.sample(kinds, len(kinds)):
        async for batch in kind(sweep):
            yield batch


async def _tickets(sweep: Sweep) -> AsyncGenerator[Counts, None]:
    """Closed first: a ticket that was silent for long is seen as solved at least until the next pass."""
    solved = sweep.settings.solved_days * _DAY
    moves: tuple[tuple[Silent, str, float], ...] = (
        ("solved", "tickets_closed", solved + sweep.settings.closed_days * _DAY),
        ("waiting", "tickets_solved", solved),
    )
    for status, kind, seconds in moves:
        after, more = 0, True
        while more:
            async with sweep.conn.transaction():
                found = await silent(sweep.conn, status, seconds, after=after, limit=sweep.limit)
            yield {kind: len(found) if sweep.dry else await _moved_on(sweep, found, status, seconds)}
            after = found[-1].id if found else after
            more = sweep.limit is not None and len(found) == sweep.limit


async def _moved_on(sweep: Sweep, found: list[SilentTicket], status: Silent, seconds: float) -> int:
    """Each in a transaction of its own: a run that writes in one lane is not kept waiting by the others."""
    moved = 0
    for ticket in found:
        async with sweep.conn.transaction():
            moved += await move_on(sweep.conn, ticket.id, status, seconds)
    return moved


async def _threads(sweep: Sweep) -> AsyncGenerator[Counts, None]:
    seconds, after, more = sweep.settings.thread_days * _DAY, "", True
    while more:
        async with sweep.conn.transaction():
            found = await stored_threads(sweep.conn, seconds, after=after, limit=sweep.limit)
            old = [each.thread for each in found if each.old]
            if not sweep.dry:
                # In the order of locks, or erasing a customer and this would wait for each other.
                await lock_runs(sweep.conn, [int(thread) for thread in old])
            rows = await (count_checkpoints if sweep.dry else forget_checkpoints)(sweep.conn, old)
        yield {"threads": len(old), "checkpoint_rows": rows.total}
        after = found[-1].thread if found else after
        more = sweep.limit is not None and len(found) == sweep.limit


async def _rows(sweep: Sweep) -> AsyncGenerator[Counts, None]:
    settings = sweep.settings
    kinds = [
        ("events", prune_events, settings.event_days),
        ("settled_effects", prune_effects, settings.ledger_days),
        ("idempotency_keys", prune_keys, settings.key_days),
        ("wake_ups", prune_jobs, settings.gone_days),
        ("workers", prune_workers, settings.gone_days),
        ("sessions", prune_sessions, settings.gone_days),
        ("sign_in_tries", prune_tries, settings.gone_days),
    ]
    for kind, batch, days in random.sample(kinds, len(kinds)):
        more = True
        while more:
            async with sweep.conn.transaction():
                rows = await batch(sweep.conn, days * _DAY, sweep.limit, dry=sweep.dry)
            yield {kind: rows}
            more = rows == sweep.limit
