"""Measuring the desk on this machine."""

import click

from deskgraph.cli.door import asynchronous, read_settings
from deskgraph.cli.output import notice, put, table

NAMES = ("startup", "routes", "runs")


@click.command
@click.argument("name", required=False, type=click.Choice(NAMES))
@asynchronous
async def bench(name: str | None) -> int:
    """Measure start-up and the cost of a run, on a throw-away database. NAME: only that bench; `runs` takes minutes.

    Exit status 1 when a figure misses its goal, or could not be had.
    """
    from deskgraph.bench import measure

    figures = await measure(read_settings(), (name,) if name else NAMES)
    rows = [
        (
            figure.name,
            "null" if figure.value is None else f"{figure.value:.3g}",
            figure.goal,
            "" if not figure.goal else "ok" if figure.holds else "missed",
        )
        for figure in figures
    ]
    put({figure.name: figure.value for figure in figures}, table(("figure", "value", "goal", ""), rows))
    missed = [figure.name for figure in figures if not figure.holds]
    if missed:
        notice(f"deskgraph: not reached: {', '.join(missed)}.")
    return 1 if missed else 0
