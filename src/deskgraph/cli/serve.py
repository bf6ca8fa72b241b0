"""Serving the desk."""

from contextlib import AsyncExitStack
from socket import socket
from typing import TYPE_CHECKING

import click

from deskgraph.accounts import has_lead
from deskgraph.cli.door import asynchronous, open_desk, read_settings
from deskgraph.cli.output import put
from deskgraph.cli.stopping import on_signal
from deskgraph.database import transaction
from deskgraph.web.listening import address_of, listen
from deskgraph.web.loopback import check_loopback

if TYPE_CHECKING:
    from deskgraph.bootstrap import Desk


@click.command
@click.option(
    "--host", metavar="H", help="Address to listen on; only this machine's own, until there are accounts."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="P", help="Port to listen on; 0 takes a free one."
)
@click.option("--no-worker", is_flag=True, help="Serve only; `deskgraph worker` works the runs.")
@asynchronous
async def serve(host: str | None, port: int | None, no_worker: bool) -> None:
    """Serve the pages and the API, with a worker inside. Ctrl-C ends it."""
    settings = read_settings()
    with listen(host or settings.host, settings.port if port is None else port) as listening:
        async with AsyncExitStack() as stack:
            desk = await stack.enter_async_context(open_desk())
            async with transaction(desk.pool) as conn:
                check_loopback(host or settings.host, has_lead=await has_lead(conn))
            await desk.check_models()
            if not no_worker:
                await stack.enter_async_context(desk.working())
            await serve_desk(desk, listening)


async def serve_desk(desk: "Desk", listening: socket) -> None:
    """Serve an open desk on a bound socket until a signal to end; says where."""
    from deskgraph.asgi import server

    serving = server(desk)
    url = address_of(listening)
    with on_signal(serving.stop):
        put({"url": url, "desk": f"{url}/desk"}, f"The desk is at {url}/desk. Ctrl-C ends it.")
        await serving.serve(sockets=[listening])
