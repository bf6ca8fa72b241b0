"""Reading runs, letting those go on whose process died, and cancelling one."""

from typing import get_args

import click

from deskgraph.cli.door import ID, asynchronous, caller, open_desk, open_rows
from deskgraph.cli.output import one_line, put, table
from deskgraph.cli.submit import SECONDS, ended
from deskgraph.database import transaction
from deskgraph.runs import State
from deskgraph.web import reading, shapes

_HEAD = ["run", "ticket", "graph", "state", "outcome", "steps", "reason"]


@click.command
@click.option("--state", type=click.Choice(get_args(State)), help="Only those of this state.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many at most."
)
@asynchronous
async def runs(state: State | None, limit: int) -> None:
    """List the newest runs."""
    async with open_rows() as conn:
        found = await reading.runs(conn, state=state, limit=limit)
    put(found, table(_HEAD, [_row(run) for run in found]) if found else "There are no runs.")


@click.command
@click.argument("run", type=ID, required=False)
@click.option("--all", "every", is_flag=True, help="Every run whose process was killed.")
@SECONDS
@asynchronous
async def resume(run: int | None, every: bool, seconds: float) -> int:
    """Let runs go on whose process died. Each ends, or parks when a person has to say what happened."""
    if (run is None) == (not every):
        raise click.UsageError("Give a RUN, or --all.")
    async with open_desk() as desk:
        resumed = await desk.resume_all() if run is None else [await desk.resume(run)]
        waited = [await desk.wait(each.id, seconds) for each in resumed]
        async with transaction(desk.pool) as conn:
            found = [await reading.run(conn, each.id) for each in waited]
    text = table(_HEAD, [_row(each) for each in found]) if found else "No run was interrupted."
    put(found if every else found[0], text)
    return max(map(ended, waited), default=0)


@click.command
@click.argument("run", type=ID)
@asynchronous
async def cancel(run: int) -> None:
    """Cancel a run. It ends for good: nothing of it is written any more, and its ticket waits for a person.

    A call that was under way may have happened: it is of unknown outcome.
    """
    async with open_desk() as desk:
        await desk.cancel(run, by=caller())
        async with transaction(desk.pool) as conn:
            found = await reading.run(conn, run)
    put(found, f"Run {found.id} is cancelled. {found.reason}".strip())


def _row(run: shapes.Run) -> tuple[object, ...]:
    return run.id, run.ticket, run.graph, run.state, run.outcome, len(run.steps), one_line(run.reason, 80)
