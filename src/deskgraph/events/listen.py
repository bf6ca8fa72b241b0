"""One listening connection a process, which tells whoever watches a subject that something happened to it.

A notification says "look", and never what there is to see: the log is the truth, so one that is lost costs time and no
event. Whenever the connection was away, every watcher is told to look.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import psycopg

from deskgraph import database
from deskgraph.database import Connection, load
from deskgraph.database.connecting import connect
from deskgraph.errors import DeskError
from deskgraph.telemetry import log

QUERIES = load(__file__)
# Between attempts to connect: soon after a restart, and easy on a server that stays away.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0
# A connection that a network dropped without a word is found by asking: as often, and waited for as long.
_LOOK_SECONDS, _ANSWER_SECONDS = 15.0, 5.0


class Watch:
    """What one watcher waits on: a flag, however much happens meanwhile."""

    def __init__(self) -> None:
        self._told = asyncio.Event()
        self.ended = False

    async def changed(self, seconds: float) -> bool:
        """Wait until something may have happened since this was last asked; False after so many seconds without.

        True does not say that there is something to see, and when `ended` nothing more will ever be told."""
        try:
            async with asyncio.timeout(seconds):
                await self._told.wait()
        except TimeoutError:
            return False
        self._told.clear()
        return True

    def tell(self) -> None:
        self._told.set()

    def end(self) -> None:
        self.ended = True
        self._told.set()


class Announcer:
    """Listens from the first watcher on, until it is closed. It connects again by itself for as long as it takes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._watches: dict[str, set[Watch]] = {}
        self._listening: asyncio.Task[None] | None = None
        self._ended = False

    @contextlib.contextmanager
    def watch(self, subject: str) -> Iterator[Watch]:
        """Be told of this subject while inside. Look once after entering: what came before is not announced."""
        watch = Watch()
        if self._ended:
            watch.end()
        elif self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        self._watches.setdefault(subject, set()).add(watch)
        try:
            yield watch
        finally:
            self._watches[subject].discard(watch)
            if not self._watches[subject]:
                del self._watches[subject]

    @property
    def watching(self) -> int:
        """How many watchers there are."""
        return sum(map(len, self._watches.values()))

    def end(self) -> None:
        """Tell every watcher, and whoever comes later, that it is over."""
        self._ended = True
        for watch in self._everybody():
            watch.end()

    async def close(self) -> None:
        """End, and give the connection back."""
        self.end()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                async with await connect(self._url) as conn:
                    async for subject in _subjects(conn):
                        wait = _FIRST_WAIT
                        self._tell(subject)
            except (DeskError, psycopg.Error, TimeoutError) as error:
                log("the events' connection was lost", error=type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    def _tell(self, subject: str | None) -> None:
        told = self._everybody() if subject is None else self._watches.get(subject, ())
        for watch in told:
            watch.tell()

    def _everybody(self) -> list[Watch]:
        return [watch for watches in self._watches.values() for watch in watches]


async def _subjects(conn: Connection) -> AsyncIterator[str | None]:
    """What each notification is about; None first, for what was announced before this connection listened."""
    await database.run(conn, QUERIES["listen"])
    yield None
    while True:
        async for notice in conn.notifies(timeout=_LOOK_SECONDS):
            yield notice.payload.rpartition(" ")[0]
        async with asyncio.timeout(_ANSWER_SECONDS):
            await database.run(conn, QUERIES["still_there"])


@contextlib.asynccontextmanager
async def announcing(url: str) -> AsyncIterator[Announcer]:
    """An announcer of this database, closed at the end."""
    announcer = Announcer(url)
    try:
        yield announcer
    finally:
        await announcer.close()
