"""The whole path: queue, lane, fence, events, steps, ledger and message, in a worker that drains what was handed in."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deskgraph import runs
from deskgraph.bench.shop import TEXT, hand_in
from deskgraph.bootstrap import Desk
from deskgraph.database import load, session, value
from deskgraph.worker import LaneWorker, worker_name

QUERIES = load(__file__)
_LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Drained:
    """What a worker made of a backlog: runs a second, and CPU milliseconds of this process a run."""

    rate: float
    cpu_ms: float


async def drained(
    desk: Desk,
    concurrency: int,
    count: int,
    *,
    handed_in: Callable[[], Awaitable[None]] | None = None,
    seconds: float = 300,
) -> Drained:
    """Hand in so many tickets, then start a worker and wait until it has worked them all."""
    before = await _count(desk, "runs_answered")
    await hand_in(desk, count, f"drain{time.monotonic_ns()}-")
    if handed_in is not None:
        await handed_in()
    wall, cpu = time.perf_counter(), time.process_time()
    async with desk.working(concurrency=concurrency), asyncio.timeout(seconds):
        while await _count(desk, "runs_left"):  # noqa: ASYNC110  # the runs end in the database
            await asyncio.sleep(_LOOK_SECONDS)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    worked = await _count(desk, "runs_answered") - before
    if worked != count:
        raise ValueError(f"{count} runs were handed in and {worked} were answered")
    return Drained(rate=count / wall, cpu_ms=cpu / count * 1000)


async def flying_rate(desk: Desk, flying: int, count: int, *, seconds: float = 300) -> float:
    """Runs a second of one worker while so many are in flight: from the end of the first wave until the backlog is
    empty."""
    before = await _count(desk, "runs_answered")
    await hand_in(desk, count, f"flight{time.monotonic_ns()}-")
    stands: list[tuple[float, int]] = []
    async with desk.working(concurrency=flying), asyncio.timeout(seconds):
        while await _count(desk, "runs_left"):
            done = await _count(desk, "runs_answered") - before
            if done >= flying and await _count(desk, "runs_queued"):
                stands.append((time.perf_counter(), done))
            await asyncio.sleep(_LOOK_SECONDS)
    (began, first), (ended, last) = stands[0], stands[-1]
    return (last - first) / (ended - began)


async def message_ratio(desk: Desk, messages: int = 300, sample: int = 40) -> float:
    """What the 300th message of a ticket costs beside the first one: median seconds of the worker. A long ticket is
    made first; then its next message and that of a new ticket take turns, so that both meet the same machine."""
    worker = LaneWorker(desk.workshop, worker_name())
    _, ticket = await _timed(desk, worker, None, "long")
    for _ in range(messages - sample // 2):
        await _timed(desk, worker, ticket, "long")
    first, late = [], []
    for number in range(sample):
        first.append(await _timed(desk, worker, None, f"first{number}"))
        late.append(await _timed(desk, worker, ticket, "long"))
    return _median(late) / _median(first)


async def _timed(desk: Desk, worker: LaneWorker, ticket: int | None, who: str) -> tuple[float, int]:
    taken = await desk.submit(f"{who}@example.com", "Parcel", TEXT, ticket_id=ticket)
    began = time.perf_counter()
    await worker.work(runs.lane_key(taken.ticket_id, "customer"))
    return time.perf_counter() - began, taken.ticket_id


def _median(timed: list[tuple[float, int]]) -> float:
    return sorted(seconds for seconds, _ in timed)[len(timed) // 2]


async def _count(desk: Desk, query: str) -> int:
    async with session(desk.pool) as conn:
        return int(await value(conn, QUERIES[query]))
