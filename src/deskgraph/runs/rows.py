"""The rows of runs and of their steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection, load, many, one
from deskgraph.database.storable import storable, storable_text
from deskgraph.errors import Conflict, NotFound
from deskgraph.events import RunQueued, RunStarted, append
from deskgraph.runs.lanes import hold_lane
from deskgraph.runs.queue import wake
from deskgraph.runs.run import LAWFUL, Run, State, subject_key

QUERIES = load(__file__)
_BIGINT = 2**63


@dataclass(frozen=True)
class Step:
    """One step of a run, for people. `key` makes it one row however often it is repeated."""

    key: str
    node: str
    decision: str | None = None
    detail: dict[str, Any] = field(default_factory=dict)
    model: str | None = None
    tokens: int = 0
    ms: int = 0
    # when it was recorded; its row knows
    created_at: datetime | None = None


async def enqueue(
    conn: Connection,
    *,
    graph: str,
    ticket_id: int,
    lane: str,
    actor: str,
    models: Mapping[str, str],
    trace: str | None,
) -> Run:
    """The run that will answer a message: the lane's still queued one, or a new one. Wakes the lane when the
    transaction commits."""
    # Alone in the lane: two messages of one lane do not make a run each, and a worker that takes the lane now sees
    # what this transaction adds.
    await hold_lane(conn, lane)
    run = await one(conn, QUERIES["queued_in_lane"], Run, lane=lane)
    if run is None:
        run = await one(
            conn,
            QUERIES["insert_run"],
            Run,
            graph=graph,
            ticket_id=ticket_id,
            lane=lane,
            actor=actor,
            models=Jsonb(dict(models)),
            trace=trace,
        )
        assert run is not None
        await append(
            conn,
            subject_key(ticket_id),
            RunQueued(run=run.id, lane=lane),
            key=f"run:{run.id}:queued",
            run_id=run.id,
        )
    await wake(conn, lane)
    return run


async def get(conn: Connection, run_id: int) -> Run:
    """The run; `NotFound` when there is none."""
    run = await one(conn, QUERIES["get_run"], Run, id=run_id) if 0 < run_id < _BIGINT else None
    if run is None:
        raise NotFound(f"There is no run {run_id}.", "`deskgraph runs` lists them.")
    return run


async def next_run(conn: Connection, lane: str) -> Run | None:
    """The lane's oldest run that is not finished."""
    return await one(conn, QUERIES["next_run"], Run, lane=lane)


async def list_runs(conn: Connection, state: State | None = None, limit: int = 100) -> list[Run]:
    """Runs, newest first."""
    return await many(conn, QUERIES["list_runs"], Run, state=state, limit=limit)


async def of_ticket(conn: Connection, ticket_id: int) -> list[Run]:
    """A ticket's runs, oldest first."""
    return await many(conn, QUERIES["runs_of_ticket"], Run, ticket_id=ticket_id)


async def abandoned(conn: Connection) -> list[Run]:
    """Runs that nobody works though they could go on: their process was killed, or their wake-up was lost."""
    return await many(conn, QUERIES["abandoned"], Run)


async def interrupt_abandoned(conn: Connection, lane: str) -> None:
    """Mark the lane's running run as interrupted when no lease is left on it."""
    await database.run(conn, QUERIES["interrupt_abandoned"], lane=lane)


async def move(
    conn: Connection,
    run_id: int,
    to: State,
    *,
    fence: int,
    outcome: str | None = None,
    reason: str = "",
    final: dict[str, Any] | None = None,
) -> Run:
    """Bring a run into a state, if the state it is in allows that; else `Conflict`."""
    run = await one(
        conn,
        QUERIES["move"],
        Run,
        id=run_id,
        to=to,
        lawful=list(LAWFUL[to]),
        fence=fence,
        outcome=outcome,
        reason=storable_text(reason),
        final=None if final is None else Jsonb(storable(final)),
    )
    if run is None:
        found = await get(conn, run_id)
        raise Conflict(f"Run {run_id} is {found.state} and cannot become {to}.")
    if to == "running" and run.ticket_id is not None:
        started = RunStarted(run=run.id)
        await append(conn, subject_key(run.ticket_id), started, key=f"run:{run.id}:started", run_id=run.id)
    return run


async def steps(conn: Connection, run_id: int) -> list[Step]:
    """The run's steps, in the order they were made."""
    return await many(conn, QUERIES["steps"], Step, run_id=run_id)
