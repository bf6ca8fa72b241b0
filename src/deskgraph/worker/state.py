"""A run's state as its worker changes it: each change one statement under the fence, with its event."""

from typing import Any, Literal

from psycopg.types.json import Jsonb

from deskgraph import runs
from deskgraph.agents import RunContext
from deskgraph.database import Connection, load
from deskgraph.database.storable import storable, storable_text
from deskgraph.errors import Conflict, TakenOver
from deskgraph.events import RunFinished, RunStarted, columns

QUERIES = load(__file__)


async def start_run(conn: Connection, context: RunContext) -> None:
    """The run is at work. Raises `TakenOver` under an old fence, `Conflict` for a run that has ended."""
    event = RunStarted(run=context.run.id)
    await _change(conn, context, "start_run", "running", columns(event))


async def end_run(
    conn: Connection,
    context: RunContext,
    state: Literal["done", "failed", "cancelled"],
    *,
    outcome: str | None = None,
    reason: str = "",
    final: dict[str, Any] | None = None,
) -> None:
    """The run has ended, and nobody is asked about it any more. Raises as `start_run`."""
    values = {
        "state": state,
        "outcome": outcome,
        "reason": storable_text(reason),
        "final": None if final is None else Jsonb(storable(final)),
    }
    event = RunFinished(state=state, outcome=outcome)
    await _change(conn, context, "end_run", state, values | columns(event))


async def _change(
    conn: Connection, context: RunContext, query: str, to: runs.State, values: dict[str, Any]
) -> None:
    run = context.run
    given = {
        "lane": run.lane,
        "fence": context.fence,
        "id": run.id,
        "lawful": list(runs.LAWFUL[to]),
        "subject": runs.subject_of(run),
        **values,
    }
    row = await (await conn.execute(QUERIES[query], given)).fetchone()
    if row is None or not row["held"]:
        raise TakenOver(f"Another worker holds lane {run.lane} by now; nothing was written.")
    if not row["moved"]:
        found = await runs.get(conn, run.id)
        raise Conflict(f"Run {run.id} is {found.state} and cannot become {to}.")
