"""Events as a stream (text/event-stream) that a reader takes up again where it left off, by number.

Each event is sent once and in order: a stream reads the log after the number it sent last, and is told when to read. It
holds no connection meanwhile. When the database is away it waits, and goes on by itself.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from deskgraph import runs
from deskgraph.database import Connection, transaction
from deskgraph.errors import DatabaseUnavailable, NotFound, TooManyStreams
from deskgraph.events import Audience, Recorded, Watch, since
from deskgraph.web import shapes
from deskgraph.web.desk import Desk

MEDIA_TYPE = "text/event-stream"
# As a comment: it reaches the reader's proxy, and not the reader.
_STILL_HERE = b": still here\n\n"
# A browser that loses a stream comes back after so many milliseconds.
_BEGIN = b"retry: 1000\n\n"
_BATCH = 500
_DATABASE_SECONDS = 1.0


@dataclass(frozen=True)
class Topic:
    """What is streamed: the events of a subject, or of one run of it, that an audience may see."""

    subject: str
    run_id: int | None = None
    audience: Audience = "team"


@dataclass(frozen=True)
class Batch:
    """What is new. `more`: there is, or may be; `ended`: nothing will come after these."""

    events: Sequence[Recorded]
    more: bool
    ended: bool


async def read(conn: Connection, topic: Topic, after: int) -> Batch:
    """The events after a number. A run's end is looked up first: what it said at its end is then among them."""
    try:
        over = topic.run_id is not None and (await runs.get(conn, topic.run_id)).state in runs.FINISHED
    except NotFound:
        over = True
    found = await since(
        conn, topic.subject, after, audience=topic.audience, run_id=topic.run_id, limit=_BATCH
    )
    more = len(found) == _BATCH
    return Batch(found, more, over and not more)


class Streams:
    """The open streams of a process: so many at most, and together they never take the whole pool from requests."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._reading = asyncio.Semaphore(desk.settings.pool_size // 2)
        self._looking: set[asyncio.Task[Batch | None]] = set()
        self.open = 0

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """A place for one more; `TooManyStreams` when there is none."""
        limit = self._desk.settings.stream_limit
        if self.open >= limit:
            raise TooManyStreams(
                f"{limit} event streams are open, as many as this process allows.",
                "Try again later, or raise DESKGRAPH_STREAM_LIMIT.",
            )
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    def watch(self, topic: Topic) -> contextlib.AbstractContextManager[Watch]:
        return self._desk.announcer.watch(topic.subject)

    async def frames(self, topic: Topic, after: int, watch: Watch) -> AsyncGenerator[bytes, None]:
        """The stream's bytes, from the event after this number until it ends."""
        yield _BEGIN
        silence = self._desk.settings.stream_keepalive_seconds
        while not watch.ended:
            batch = await self._read(topic, after)
            if batch is None:
                yield _STILL_HERE
                await watch.changed(_DATABASE_SECONDS)
                continue
            for event in batch.events:
                yield frame(event)
                after = event.number
            if batch.ended:
                return
            # After a silence it looks all the same: behind a pooler of transactions notifications are lost.
            if not batch.more and not await watch.changed(silence):
                yield _STILL_HERE

    async def _read(self, topic: Topic, after: int) -> Batch | None:
        # A reader that leaves in the middle of a statement would cost the pool its connection.
        looking = asyncio.create_task(self._look(topic, after))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)
        return await asyncio.shield(looking)

    async def _look(self, topic: Topic, after: int) -> Batch | None:
        """What is new; None while the database is away."""
        try:
            async with (
                asyncio.timeout(self._desk.settings.stream_keepalive_seconds),
                self._reading,
                transaction(self._desk.pool) as conn,
            ):
                return await read(conn, topic, after)
        except (DatabaseUnavailable, TimeoutError):
            return None


class EventStream(Response):
    """The answer that is a stream. It is counted, and watches, for exactly as long as it is sent."""

    media_type = MEDIA_TYPE

    def __init__(self, streams: Streams, topic: Topic, after: int) -> None:
        super().__init__()
        self._streams, self._topic, self._after = streams, topic, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.counted(), self._streams.watch(self._topic) as watch:
            async with contextlib.aclosing(self._streams.frames(self._topic, self._after, watch)) as frames:
                headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
                sent = StreamingResponse(frames, headers=headers, media_type=MEDIA_TYPE)
                await sent(scope, receive, send)


def frame(event: Recorded) -> bytes:
    """One event as the reader gets it. The number comes last: it counts only for an event that arrived whole."""
    document = shapes.Event(
        number=event.number,
        type=event.type,
        run=event.run_id,
        payload=event.payload,
        created=event.created_at,
    )
    return f"event: {event.type}\ndata: {document.model_dump_json()}\nid: {event.number}\n\n".encode()


def streams_of(request: Request) -> Streams:
    """The streams of this application."""
    streams: Streams = request.app.state.streams
    return streams
