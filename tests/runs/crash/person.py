"""Whoever writes to the desk and rules on its questions, in a process that nobody kills."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

import psycopg

from deskgraph import runs
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import Approval, Effect, approvals
from deskgraph.effects import get as get_effect
from deskgraph.runs import FINISHED
from deskgraph.staff import Finding

from .outside import lit, receipt
from .recorder import Line
from .routes import Route

CUSTOMER = "ada@example.com"
# Should a notice be missed, it is looked again.
_LOOK_SECONDS = 0.3


@dataclass
class Person:
    """Works one route through on one ticket. `lines` reads what the recorder has; `parked` is awaited whenever the run
    waits for a person, before they say anything."""

    desk: Desk
    route: Route
    lines: Callable[[], list[Line]]
    parked: Callable[[], Awaitable[None]]
    ticket_id: int = 0
    # What was found out about effects that nobody knew the outcome of, by the effect's key.
    settled: dict[str, bool] = field(default_factory=dict)
    _written: int = 0

    async def begin(self) -> None:
        """A ticket for the team to ask about, which nothing disturbs."""
        if self.route.lane == "team":
            sent = await self.desk.submit(CUSTOMER, "Lamps", "no. 0: thank you.")
            self.ticket_id = sent.ticket_id
            await self.desk.wait(sent.run_id or 0, 30)

    async def perform(self) -> None:
        """Write, rule and settle until nothing is left to be said and every run has ended."""
        await self._write()
        async with await psycopg.AsyncConnection.connect(self.desk.workshop.url, autocommit=True) as watching:
            await watching.execute("listen deskgraph_event")
            while True:
                question, ended = await self._standing()
                if question is not None:
                    await self._say(question)
                elif ended and self._written < len(self.route.texts):
                    await self._write()
                elif ended:
                    return
                else:
                    async for _ in watching.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                        pass

    async def _standing(self) -> tuple[Approval | None, bool]:
        """The question that waits, and whether every run has ended."""
        async with transaction(self.desk.pool) as conn:
            worked = await runs.of_ticket(conn, self.ticket_id)
            asked = await approvals.list(conn, ticket_id=self.ticket_id)
        return (asked[0] if asked else None), all(run.state in FINISHED for run in worked)

    async def _write(self) -> None:
        text = self.route.texts[self._written]
        self._written += 1
        if self.route.lane == "team":
            await self.desk.ask(self.ticket_id, text, by="max")
        else:
            sent = await self.desk.submit(CUSTOMER, "Lamps", text, ticket_id=self.ticket_id or None)
            self.ticket_id = sent.ticket_id

    async def _say(self, question: Approval) -> None:
        if question.kind == "outcome":
            key, happened = await find_out(self.desk, question, self.lines())
            self.settled[key] = happened
            return
        while self._written < len(self.route.texts):
            await self._write()
        await self.parked()
        async with transaction(self.desk.pool) as conn:
            seen = (await approvals.get(conn, question.id)).seen
        ruling = self.route.rulings["tool" if question.kind == "tool" else "reply"]
        await self.desk.rule(question.id, replace(ruling, seen=seen), by="lea")


async def find_out(desk: Desk, question: Approval, lines: Sequence[Line]) -> tuple[str, bool]:
    """Look outside whether an effect happened whose outcome nobody knows, and say so. Gives its key and the truth."""
    async with transaction(desk.pool) as conn:
        effect = await get_effect(conn, question.effect_id or 0)
    happened = effect.key in {line.key for line in lines}
    result = _would_say(effect) if happened else ""
    await desk.settle(effect.id, Finding(happened, result), by="lea")
    return effect.key, happened


def _would_say(effect: Effect) -> str:
    """The result that the effect would have had."""
    if effect.action == "light_lamp":
        return lit(**json.loads(effect.arguments))
    return receipt(effect.key)
