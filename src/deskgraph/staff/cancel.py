"""Cancel a run for good: whatever it is doing, nothing of it is written any more."""

from deskgraph import runs
from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import RunOver
from deskgraph.runs import FINISHED, Run
from deskgraph.staff.ending import end_run
from deskgraph.tickets import set_handling


async def cancel(pool: Pool, run_id: int, *, by: str) -> Run:
    """Cancel a run that has not ended; its customer's ticket waits for a person, unless one has it. An effect that was
    under way is of unknown outcome. Raises `NotFound`, `RunOver`."""
    async with transaction(pool) as conn:
        run = await runs.get(conn, run_id)
        await runs.seize_lane(conn, run.lane)
        run = await runs.get(conn, run_id)
        if run.state in FINISHED:
            raise RunOver(f"Run {run.id} is {run.state} already{_when(run)}.", "Nothing was changed.")
        cancelled = await end_run(conn, run, f"Cancelled by {by}.")
        await _hand_over(conn, cancelled)
        return cancelled


def _when(run: Run) -> str:
    return f", since {run.finished_at:%Y-%m-%d %H:%M} UTC" if run.finished_at else ""


async def _hand_over(conn: Connection, run: Run) -> None:
    if run.ticket_id is None or runs.audience_of(run.lane) != "customer":
        return
    reason = f"Run {run.id} ended: {run.reason}"
    await set_handling(conn, run.ticket_id, "needs_human", reason, key=f"run:{run.id}:needs_human")
