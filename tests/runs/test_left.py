"""A worker that stops, or is woken while it works: no run is left behind, and no wake-up is lost."""

import asyncio
import contextlib
import threading

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, PassDraft
from deskgraph.runs import get, has_work
from deskgraph.worker import LaneWorker
from tests.graphs.paid_model import PaidModel

from .conftest import until

SORTED = Classification(category="other", priority="low", reasoning="Thanks.")
THANKS = (
    SORTED,
    AnswerCustomer(reasoning="Thanks."),
    Answer(claims=(Claim(text="Gladly."),)),
    PassDraft(reasoning="It matches."),
)


async def test_a_run_whose_worker_stops_is_interrupted_and_another_worker_goes_on(
    desk: Desk, paid: PaidModel
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    paid.say(*THANKS)
    sent = await desk.submit("ada@example.com", "Lamps", "Thank you!")
    assert sent.run_id is not None
    async with transaction(desk.pool) as conn:
        lane = (await get(conn, sent.run_id)).lane
    working = asyncio.create_task(LaneWorker(desk.workshop, "stopped").work(lane))
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working
    async with transaction(desk.pool) as conn:
        assert (await get(conn, sent.run_id)).state == "interrupted"
        assert await has_work(conn, lane)
    answer.set()
    paid.say(*THANKS[2:])
    run = await desk.wait(sent.run_id, 30)
    assert (run.state, run.outcome) == ("done", "answered")


class Woken(LaneWorker):
    """It is woken once while it works, after its last look at the lane."""

    looks = 0

    async def _take_and_work(self, lane: str) -> None:
        await super()._take_and_work(lane)
        self.looks += 1
        if self.looks == 1:
            await self.work(lane)


async def test_a_wake_up_that_finds_its_own_worker_at_the_end_of_a_lane_is_not_lost(desk: Desk) -> None:
    worker = Woken(desk.workshop, "woken")
    await worker.work("ticket:1:customer")
    assert worker.looks == 2
