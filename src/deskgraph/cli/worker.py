"""A process that works runs."""

import click

from deskgraph.cli.door import asynchronous, open_desk
from deskgraph.cli.output import notice, put
from deskgraph.cli.stopping import stopping


@click.command
@click.option("--concurrency", type=click.IntRange(1), metavar="N", help="Lanes worked at a time.")
@asynchronous
async def worker(concurrency: int | None) -> None:
    """Work runs until stopped."""
    async with open_desk() as desk:
        await desk.check_models()
        async with desk.working(concurrency=concurrency) as working:
            with stopping() as stopped:
                put({"worker": working.name}, f"Working as {working.name}. Ctrl-C ends it.")
                await stopped.wait()
            notice("Ending; what is under way is left where it stands, and goes on later.")
