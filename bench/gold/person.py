"""The person who says yes, finds out what became of a call that a kill cut off, and has it tried again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.gold.book import done_keys
from bench.gold.calls import Call
from deskgraph import effects, runs
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import Approval, approvals
from deskgraph.errors import BadArguments
from deskgraph.runs import FINISHED
from deskgraph.staff import Finding, Ruling

_WHO = "lea"


@dataclass
class Person:
    """`runs` are the runs of each call by its number: one, and another after each kill that left it undone."""

    desk: Desk
    senders: dict[str, str]
    runs: dict[int, list[int]] = field(default_factory=dict)
    questions: dict[int, list[Approval]] = field(default_factory=dict)
    settled: int = 0
    _undone: set[int] = field(default_factory=set)

    @property
    def again(self) -> int:
        """How often a call was asked for again."""
        return sum(len(attempts) - 1 for attempts in self.runs.values())

    async def hand_in(self, call: Call) -> None:
        """The customer writes; again, if it is not the first time, as a colleague asks them to."""
        sent = await self.desk.submit(self.senders[call.user], f"Request {call.number}", call.text)
        self.runs.setdefault(call.number, []).append(sent.run_id or 0)

    async def read_questions(self) -> None:
        """Note what is asked about each call before anything is approved."""
        async with transaction(self.desk.pool) as conn:
            for number, attempts in self.runs.items():
                self.questions[number] = await approvals.of_run(conn, attempts[-1])

    async def approve(self, call: Call) -> None:
        """Say yes to what was asked about this call; no, if it cannot be called as it is."""
        async with transaction(self.desk.pool) as conn:
            asked = await approvals.of_run(conn, self.runs[call.number][-1])
        for question in asked:
            if question.kind == "tool" and question.status == "pending":
                await self._say_yes(question)

    async def ended(self, some: Sequence[Call]) -> bool:
        """Answer what else is asked, and say whether nothing is left to be done about these calls."""
        await self._answer()
        standing = [await self._see_to(call) for call in some]
        return all(standing)

    async def _see_to(self, call: Call) -> bool:
        run = self.runs[call.number][-1]
        async with transaction(self.desk.pool) as conn:
            finished = (await runs.get(conn, run)).state in FINISHED
        if finished and run in self._undone:
            await self.hand_in(call)
            return False
        if not finished and len(self.runs[call.number]) > 1:
            await self.approve(call)
        return finished

    async def _answer(self) -> None:
        async with transaction(self.desk.pool) as conn:
            asked = [
                each
                for each in await approvals.list(conn, status="pending", limit=500)
                if each.kind != "tool"
            ]
            keys = await done_keys(conn)
            about = {each.id: await effects.get(conn, each.effect_id) for each in asked if each.effect_id}
        for question in asked:
            if effect := about.get(question.id):
                self.settled += 1
                self._undone |= {question.run_id} if effect.key not in keys else set()
                await self.desk.settle(effect.id, Finding(effect.key in keys), by=_WHO)
            else:
                await self.desk.rule(question.id, Ruling(approve=True, seen=question.seen), by=_WHO)

    async def _say_yes(self, question: Approval) -> None:
        try:
            await self.desk.rule(question.id, Ruling(approve=True), by=_WHO)
        except BadArguments as error:
            await self.desk.rule(question.id, Ruling(approve=False, note=error.message), by=_WHO)
