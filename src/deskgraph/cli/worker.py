"""A process that works runs."""

from contextlib import AsyncExitStack

import click

from deskgraph import telemetry
from deskgraph.cli.door import asynchronous, open_desk
from deskgraph.cli.output import notice, put
from deskgraph.cli.stopping import stopping
from deskgraph.errors import PortInUse


@click.command
@click.option("--concurrency", type=click.IntRange(1), metavar="N", help="Lanes worked at a time.")
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    metavar="P",
    help="Serve this process's measurements for Prometheus on 127.0.0.1; 0 takes a free port.",
)
@asynchronous
async def worker(concurrency: int | None, metrics_port: int | None) -> None:
    """Work runs until stopped."""
    async with AsyncExitStack() as stack:
        desk = await stack.enter_async_context(open_desk())
        await desk.check_models()
        metrics = None if metrics_port is None else _metrics(stack, metrics_port)
        working = await stack.enter_async_context(desk.working(concurrency=concurrency))
        with stopping() as stopped:
            where = f" Metrics at {metrics}." if metrics else ""
            put(
                {"worker": working.name, "metrics": metrics},
                f"Working as {working.name}.{where} Ctrl-C ends it.",
            )
            await stopped.wait()
        notice("Ending; what is under way is left where it stands, and goes on later.")


def _metrics(stack: AsyncExitStack, port: int) -> str:
    try:
        return f"http://127.0.0.1:{stack.enter_context(telemetry.served(port))}/metrics"
    except OSError as error:
        raise PortInUse(
            f"Port {port} cannot be listened on: {error.strerror}.", "Name another with --metrics-port."
        ) from error
