"""One replay: some calls proposed as tickets of their users, approved one after another for each user, with workers
killed on the way. Whoever works is a process of its own; this one submits, looks, rules and kills."""

import asyncio
import subprocess
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from bench.gold.book import QUERIES, differences, done_keys, written
from bench.gold.calls import Call
from bench.gold.ground import Ground, desk_of
from bench.gold.person import Person
from bench.gold.reference import Book
from bench.gold.seen import Kills, Replayed, outcome
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction

_LOOK_SECONDS = 0.05
_SECONDS = 60.0  # for one step of a replay; it takes a few


class StoodStillError(Exception):
    """A step of a replay did not come to its end."""


async def replay(ground: Ground, name: str, calls: Sequence[Call], book: Book) -> Replayed:
    """Replay these calls on a copy of the order book; `book` becomes what it should look like after."""
    with ExitStack() as stack:
        stack.enter_context(ground.copied(name))
        async with desk_of(ground.settings(name)) as desk:
            person = Person(desk, {user: row["email"] for user, row in book["users"].items()})
            replaying = _Replay(ground, name, desk, person)
            stack.callback(replaying.kill)
            return await replaying.work(calls, book)


@dataclass
class _Replay:
    ground: Ground
    name: str
    desk: Desk
    person: Person
    kills: int = 0
    in_flight: int = 0
    approved: int = 0
    _worker: "subprocess.Popen[bytes] | None" = None

    async def work(self, calls: Sequence[Call], book: Book) -> Replayed:
        began, before = time.monotonic(), await self._state()
        await self._propose(calls)
        after = await self._state()
        rounds = _rounds(calls)
        for number, some in enumerate(rounds):
            await self._approve(some, kill=number in (0, len(rounds) - 1))
        # One after another: what a call should do depends on those before it.
        outcomes = [await outcome(self.person, call, book) for call in calls]
        found, _ = await self._state()
        return Replayed(
            name=self.name,
            outcomes=tuple(outcomes),
            early=len(after[1]) + (after[0] != before[0]),
            kills=Kills(self.kills, self.in_flight, self.approved, self.person.settled, self.person.again),
            differing=tuple(differences(found, book)),
            seconds=time.monotonic() - began,
        )

    async def _propose(self, calls: Sequence[Call]) -> None:
        """Submit all of them, kill the worker when half of them wait, and have another go on."""
        for call in calls:
            await self.person.hand_in(call)
        self._start()
        await _until("half of the calls wait for a person", self._parked(len(calls) // 2))
        self.kill()
        self.in_flight += (await self._standing())["running"]
        self._start()
        await _until("all calls wait for a person", self._parked(len(calls)))
        await self.person.read_questions()

    async def _approve(self, some: Sequence[Call], *, kill: bool) -> None:
        """Approve these, which are of a user each, and wait until each has ended."""
        for call in some:
            await self.person.approve(call)
        if kill:
            self.kill()
            self.approved += (await self._standing())["approved"]
            self._start()

        async def ended() -> bool:
            return await self.person.ended(some)

        await _until("all that was approved has ended", ended)

    async def _state(self) -> tuple[dict[str, dict[str, str]], list[str]]:
        """The order book, byte for byte, and under which keys it was changed."""
        async with transaction(self.desk.pool) as conn:
            return await written(conn), await done_keys(conn)

    async def _standing(self) -> dict[str, int]:
        async with transaction(self.desk.pool) as conn:
            return dict(await (await conn.execute(QUERIES["standing"])).fetchone() or {})

    def _parked(self, count: int) -> Callable[[], Coroutine[Any, Any, bool]]:
        async def parked() -> bool:
            return (await self._standing())["parked"] >= count

        return parked

    def _start(self) -> None:
        self._worker = self.ground.worker(self.name)

    def kill(self) -> None:
        """SIGKILL to the worker: nothing of it runs any more."""
        if self._worker is not None:
            self._worker.kill()
            self._worker.wait()
            self._worker = None
            self.kills += 1


async def _until(what: str, holds: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    try:
        async with asyncio.timeout(_SECONDS):
            while True:
                if await holds():
                    return
                await asyncio.sleep(_LOOK_SECONDS)
    except TimeoutError as error:
        raise StoodStillError(f"{what}: not within {_SECONDS:.0f} s") from error


def _rounds(calls: Sequence[Call]) -> list[list[Call]]:
    """First each user's first call, then each one's second, and so on: a call may depend on the one before it."""
    found: list[list[Call]] = []
    counts: dict[str, int] = {}
    for call in calls:
        number = counts[call.user] = counts.get(call.user, -1) + 1
        if number == len(found):
            found.append([])
        found[number].append(call)
    return found
