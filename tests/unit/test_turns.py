"""Turns at running code: so many at a time, those who begin before those who come back, and none is ever lost."""

import asyncio
import contextlib

from deskgraph.agents import Turns


class Runner:
    """A run that waits for its model until it is let on, and notes when it runs."""

    def __init__(self, turns: Turns, name: str, order: list[str]) -> None:
        self._turns, self._name, self._order = turns, name, order
        self.answered = asyncio.Event()
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        async with self._turns.taken():
            self._order.append(f"{self._name} begins")
            async with self._turns.away():
                await self.answered.wait()
            self._order.append(f"{self._name} comes back")


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_no_more_run_than_there_are_turns() -> None:
    turns, running, most = Turns(3), 0, 0

    async def run() -> None:
        nonlocal running, most
        async with turns.taken():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

    await asyncio.gather(*(run() for _ in range(20)))
    assert most == 3


async def test_while_one_waits_for_a_model_another_runs() -> None:
    order: list[str] = []
    turns = Turns(1)
    first, second = Runner(turns, "first", order), Runner(turns, "second", order)
    await settle()
    assert order == ["first begins", "second begins"]
    second.answered.set()
    await second.task
    first.answered.set()
    await first.task
    assert order[2:] == ["second comes back", "first comes back"]


async def test_who_begins_goes_before_who_comes_back() -> None:
    order: list[str] = []
    turns = Turns(1)
    back = Runner(turns, "back", order)
    await settle()
    async with turns.taken():
        back.answered.set()
        await settle()
        new = Runner(turns, "new", order)
        await settle()
    new.answered.set()
    await asyncio.gather(back.task, new.task)
    assert order[:2] == ["back begins", "new begins"]


async def test_a_run_that_is_broken_off_keeps_no_turn_and_makes_none() -> None:
    """It is broken off while it waits to begin, while it is away, and once more while it waits to come back."""
    turns = Turns(1)
    async with turns.taken():
        waiting = asyncio.create_task(hold(turns))
        await settle()
        await broken_off(waiting)
    away = Runner(turns, "away", [])
    await settle()
    await broken_off(away.task)
    twice = Runner(turns, "twice", [])
    await settle()
    async with turns.taken():
        twice.task.cancel()
        await settle()
        await broken_off(twice.task)
    order: list[str] = []
    one = asyncio.create_task(hold(turns))
    await settle()
    other = Runner(turns, "other", order)
    await settle()
    assert order == [], "there is one turn, and it is taken"
    await broken_off(one)
    await settle()
    assert order == ["other begins"]
    await broken_off(other.task)


async def hold(turns: Turns) -> None:
    async with turns.taken():
        await asyncio.Event().wait()


async def broken_off(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
