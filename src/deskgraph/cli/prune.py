"""Retention by hand: the same pass that workers make by themselves."""

from collections.abc import Mapping

import click

from deskgraph.cli.door import asynchronous, open_database, read_settings
from deskgraph.cli.output import notice, put, table
from deskgraph.errors import Conflict

_EVERY = 20  # batches between two lines of progress: a few seconds of work


@click.command
@click.option("--dry-run", is_flag=True, help="Count what would go; change nothing.")
@asynchronous
async def prune(dry_run: bool) -> None:
    """Delete what is older than its retention, and move silent tickets on.

    Workers do the same every DESKGRAPH_PRUNE_MINUTES. A pass takes DESKGRAPH_PRUNE_SECONDS at most; what it leaves goes
    with the next. Nothing of a run that is not finished is touched.
    """
    from deskgraph import worker

    async with open_database() as pool:
        pruned = await worker.prune(pool, read_settings(), dry=dry_run, told=_Progress())
    if pruned is None:
        raise Conflict(
            "Another process is pruning this database.", "It takes a minute or so; try again then."
        )
    rows = [(kind.replace("_", " "), rows) for kind, rows in pruned.counts.items()]
    head = ["what", "would go" if dry_run else "went"]
    put({"dry_run": dry_run, "complete": pruned.complete, "counts": pruned.counts}, table(head, rows))
    if not pruned.complete:
        notice("The pass ended after DESKGRAPH_PRUNE_SECONDS with more to do: run it again.")


class _Progress:
    """Every so many batches a line of how much went so far."""

    def __init__(self) -> None:
        self._batches = 0

    def __call__(self, counts: Mapping[str, int]) -> None:
        self._batches += 1
        if self._batches % _EVERY == 0:
            so_far = ", ".join(f"{rows} {kind.replace('_', ' ')}" for kind, rows in counts.items() if rows)
            notice(f"So far: {so_far or 'nothing'}.")
