"""What a run costs, by the route it takes, on the demo company's articles and orders."""

import statistics
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from deskgraph import demo, runs
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.effects import approvals
from deskgraph.errors import BadArguments
from deskgraph.runs import Audience, Run
from deskgraph.settings import Settings
from deskgraph.staff import Ruling
from deskgraph.tickets import Submitted
from deskgraph.worker import LaneWorker, worker_name

_WARM_UP = 2
_TIMES = 10
_APPROVED = Ruling(approve=True, arguments=None, text=None, note="", seen=None)


@dataclass(frozen=True)
class Route:
    """A message that takes one route, and the outcome that shows it did."""

    sender: str
    text: str
    outcome: str
    lane: Audience = "customer"


ROUTES: Mapping[str, Route] = {
    "answered": Route("hanna.novak@example.org", "What does express delivery cost?", "answered"),
    "tool_approved": Route("tom.ashworth@example.org", "Please refund £1.00 of order BC-1014.", "acted"),
    "escalated": Route("arthur.penrose@example.org", "Let me speak to a real person, please.", "escalated"),
    "team": Route(
        "nadia@example.org", "How much may the desk refund before finance has to sign?", "answered", "team"
    ),
}


async def route_figures(settings: Settings) -> dict[str, float | None]:
    """`<route>_ms`: median wall clock from the message handed in to the run's end, a ruling included, nobody
    thinking. `<route>_cpu_ms`: mean CPU time of this process, without the database. None where a run took
    another route."""
    async with open_desk(settings, packs=[demo.PACK]) as desk:
        await demo.load(desk.pool, desk.library)
        about = (await desk.submit("hanna.novak@example.org", "", "Hello.")).ticket_id
        figures: dict[str, float | None] = {}
        for name, route in ROUTES.items():
            figures |= await _measured(desk, name, route, about)
        return figures


async def _measured(desk: Desk, name: str, route: Route, about: int) -> dict[str, float | None]:
    worker = LaneWorker(desk.workshop, worker_name())
    wall, cpu, outcomes = [], [], set()
    for _ in range(_WARM_UP + _TIMES):
        wall_before, cpu_before = time.perf_counter(), time.process_time()
        run = await _through(desk, worker, route, about)
        wall.append((time.perf_counter() - wall_before) * 1000)
        cpu.append((time.process_time() - cpu_before) * 1000)
        outcomes.add(run.outcome)
    if outcomes != {route.outcome}:
        return {f"{name}_ms": None, f"{name}_cpu_ms": None}
    return {
        f"{name}_ms": statistics.median(wall[_WARM_UP:]),
        f"{name}_cpu_ms": statistics.fmean(cpu[_WARM_UP:]),
    }


async def _through(desk: Desk, worker: LaneWorker, route: Route, about: int) -> Run:
    """One message to the end of its run; whatever asks a person is approved."""
    taken = await _handed_in(desk, route, about)
    if taken.run_id is None:
        raise ValueError("a message handed in for a measurement always has a run")
    lane = runs.lane_key(taken.ticket_id, route.lane)
    await worker.work(lane)
    async with transaction(desk.pool) as conn:
        waiting = await approvals.list(conn, ticket_id=taken.ticket_id)
    for approval in waiting:
        # A proposal that cannot be approved as it stands is another route: its run stays parked.
        with suppress(BadArguments):
            await desk.rule(approval.id, _APPROVED, by="bench")
            await worker.work(lane)
    async with transaction(desk.pool) as conn:
        return await runs.get(conn, taken.run_id)


async def _handed_in(desk: Desk, route: Route, about: int) -> Submitted:
    if route.lane == "team":
        return await desk.ask(about, route.text, by=route.sender)
    return await desk.submit(route.sender, "", route.text)
