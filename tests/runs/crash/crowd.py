"""Many customers, and the people who rule on what is asked: all in a process that nobody kills."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import Approval, approvals
from deskgraph.errors import NewerMessage
from deskgraph.staff import Ruling

from .person import find_out
from .recorder import Line
from .wishes import LAST, WISHES, ruling_on

_LOOK_SECONDS = 0.05
# How often a customer writes again before an answer, and writes what hands the ticket to a person.
_IMPATIENT, _FINAL = 0.15, 0.04
# Of a conversation nobody would read more.
_MOST = 40


@dataclass
class Crowd:
    """They write, and write again once they have an answer, until `say_no_more`."""

    desk: Desk
    rng: random.Random
    lines: Callable[[], list[Line]]
    settled: dict[str, bool] = field(default_factory=dict)
    _number: int = 0
    _more: bool = True

    async def arrive(self, tickets: int) -> None:
        """Each with a first message."""
        for _ in range(tickets):
            await self._write(None)

    def say_no_more(self) -> None:
        """What was written is worked to its end."""
        self._more = False

    async def live(self) -> None:
        """Until all is quiet and nobody says more."""
        while True:
            for question in await self._questions():
                await self._say(question)
            idle, busy = await self._tickets()
            if self._more:
                for ticket in idle:
                    await self._write(ticket)
            elif not busy:
                return
            await asyncio.sleep(_LOOK_SECONDS)

    async def _write(self, ticket: int | None) -> None:
        final = self.rng.random() < _FINAL
        await self._submit(ticket, self.rng.choice(LAST if final else WISHES))

    async def _submit(self, ticket: int | None, wish: str) -> None:
        self._number += 1
        text = f"no. {self._number}: {wish}"
        sender = f"customer{self._number}@example.com"
        if ticket is not None:
            sender = await self._customer(ticket)
        sent = await self.desk.submit(sender, "Lamps", text, ticket_id=ticket)
        if self.rng.random() < _IMPATIENT:
            await self._submit(sent.ticket_id, WISHES[0])

    async def _questions(self) -> Sequence[Approval]:
        async with transaction(self.desk.pool) as conn:
            return await approvals.list(conn)

    async def _say(self, question: Approval) -> None:
        if question.kind == "outcome":
            key, happened = await find_out(self.desk, question, self.lines())
            self.settled[key] = happened
            return
        ruling = ruling_on("tool" if question.kind == "tool" else "reply", question.question["request"])
        await self._rule(question, ruling)

    async def _rule(self, question: Approval, ruling: Ruling) -> None:
        while True:
            async with transaction(self.desk.pool) as conn:
                seen = (await approvals.get(conn, question.id)).seen
            try:
                await self.desk.rule(question.id, replace(ruling, seen=seen), by="lea")
            except NewerMessage:
                continue
            return

    async def _customer(self, ticket: int) -> str:
        async with transaction(self.desk.pool) as conn:
            rows = await conn.execute(
                "select c.email from ticket t join customer c on c.id = t.customer_id where t.id = %s",
                (ticket,),
            )
            (row,) = await rows.fetchall()
            return str(row["email"])

    async def _tickets(self) -> tuple[list[int], bool]:
        """Tickets on which nothing is under way and the agent answers, and whether anything is under way at all."""
        async with transaction(self.desk.pool) as conn:
            rows = await conn.execute(
                "select t.id, t.handling = 'agent' and not b.busy and m.said < %s as idle, b.busy from ticket t, "
                "lateral (select exists (select 1 from run r where r.ticket_id = t.id "
                "         and r.state in ('queued', 'running', 'parked', 'interrupted')) as busy) b, "
                "lateral (select count(*) as said from message m where m.ticket_id = t.id) m order by t.id",
                (_MOST,),
            )
            found = await rows.fetchall()
        return [row["id"] for row in found if row["idle"]], any(row["busy"] for row in found)
