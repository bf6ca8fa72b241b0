"""Ending a run by a person's word, in whatever it is: nothing of it is written any more, and nothing is asked."""

from deskgraph import runs
from deskgraph.database import Connection
from deskgraph.effects import approvals, leave_open
from deskgraph.events import RunFinished, append
from deskgraph.runs import Run, subject_of


async def end_run(conn: Connection, run: Run, reason: str) -> Run:
    """Cancel an unfinished run whose lane the caller has seized; the one behind it may go on. What it had begun and not
    settled is unknown, and the reason says so."""
    first = await runs.next_run(conn, run.lane)
    await approvals.void(conn, run.id)
    left = [f"Nobody knows whether {effect.action} happened." for effect in await leave_open(conn, run.id)]
    # One that waits behind another is in no worker's hands; that other one is.
    worked = first is None or first.id == run.id
    fence = await runs.cut_off(conn, run.lane) if worked else run.fence
    ended = await runs.move(conn, run.id, "cancelled", fence=fence, reason=" ".join([reason, *left]))
    await append(
        conn,
        subject_of(run),
        RunFinished(state="cancelled", outcome=None),
        key=f"run:{run.id}:finished",
        run_id=run.id,
    )
    await runs.wake(conn, run.lane)
    return ended
