"""A desk behind a real server, and a reader of its event streams."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx

from deskgraph.asgi import Server, server
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.events import Event, append
from deskgraph.web.listening import address_of, listen


@dataclass(frozen=True)
class Served:
    """A server that runs, and a client of it."""

    server: Server
    http: httpx.AsyncClient

    @property
    def open_streams(self) -> int:
        app: Any = self.server.config.app
        count: int = app.state.streams.open
        return count


@contextlib.asynccontextmanager
async def serving(desk: Desk) -> AsyncIterator[Served]:
    """This desk on a loopback port, with as many connections to it as a test likes."""
    with listen("127.0.0.1", 0) as listening:
        running = server(desk)
        task = asyncio.create_task(running.serve(sockets=[listening]))
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=address_of(listening), limits=limits, timeout=60) as http:
            try:
                yield Served(running, http)
            finally:
                running.stop()
                await task


@dataclass(frozen=True)
class Frame:
    """An event as it came out of a stream."""

    id: str
    event: str
    data: dict[str, Any]


@contextlib.asynccontextmanager
async def stream(
    http: httpx.AsyncClient, path: str, *, last: int | None = None
) -> AsyncIterator[AsyncIterator[Frame]]:
    """The events of a stream that is open while inside."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    async with http.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("text/event-stream")
        async with contextlib.aclosing(_frames(answer)) as frames:
            yield frames


async def _frames(answer: httpx.Response) -> AsyncGenerator[Frame, None]:
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "id" in fields:
            yield Frame(fields["id"], fields["event"], json.loads(fields["data"]))
            fields = {}


async def take(frames: AsyncIterator[Frame], count: int) -> list[Frame]:
    """The next so many events."""
    async with asyncio.timeout(60):
        return [await anext(frames) for _ in range(count)]


async def happen(desk: Desk, subject: str, *events: Event, run_id: int | None = None) -> None:
    """Have something happen to a subject, each in a transaction of its own."""
    for event in events:
        async with transaction(desk.pool) as conn:
            key = f"{event.type}:{event.model_dump_json()}"
            await append(conn, subject, event, key=key, run_id=run_id)
