"""The bare loop: the same compiled graph on the library's own saver, without queue, lanes, fence, events and ledger."""

import asyncio
import dataclasses
import itertools
import time
from collections.abc import Callable
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from deskgraph import runs
from deskgraph.agents import Request, RunContext, Turns
from deskgraph.bench.five import FiveNodes
from deskgraph.bench.shop import TEXT, hand_in
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.graphs import Compiled
from deskgraph.graphs.state import Draft
from deskgraph.runs import Journal
from deskgraph.tickets import get_ticket

_threads = itertools.count()
GraphOf = Callable[[], Compiled]


async def bare_rate(desk: Desk, concurrency: int, count: int, *, shared: bool) -> float:
    """Runs a second; with one saver for all, or a saver a run."""
    context = await _context(desk, concurrency)
    graph = FiveNodes(_read, _send).compile(AsyncPostgresSaver(desk.pool))
    waiting = iter(range(count))

    async def loop() -> None:
        for _ in waiting:
            saver = AsyncPostgresSaver(desk.pool, serde=getattr(graph.checkpointer, "serde", None))
            own = graph if shared else graph.copy(update={"checkpointer": saver})
            await _run(own, dataclasses.replace(context, journal=Journal()))

    began = time.perf_counter()
    await asyncio.gather(*(loop() for _ in range(concurrency)))
    return count / (time.perf_counter() - began)


async def _run(graph: Compiled, context: RunContext) -> None:
    config: RunnableConfig = {"configurable": {"thread_id": f"bare:{next(_threads)}"}}
    given: dict[str, Any] = {}
    await graph.ainvoke(given, config, context=context, durability="sync")


async def _context(desk: Desk, concurrency: int) -> RunContext:
    shop = desk.workshop
    (run_id,) = await hand_in(desk, 1, "bare")
    async with transaction(desk.pool) as conn:
        run = await runs.get(conn, run_id)
        ticket = await get_ticket(conn, run.ticket_id or 0)
        # No worker is to find it.
        await runs.move(conn, run_id, "cancelled", fence=0)
    return RunContext(
        run=run,
        ticket=ticket,
        audience="customer",
        fence=0,
        settings=shop.settings,
        pool=shop.pool,
        models=shop.models,
        library=shop.library,
        toolbox=shop.toolbox,
        turns=Turns(concurrency),
    )


async def _read(context: RunContext) -> tuple[Request, int]:
    return Request(asker="customer", subject="Parcel", text=TEXT), 0


async def _send(context: RunContext, draft: Draft) -> None:
    return None
