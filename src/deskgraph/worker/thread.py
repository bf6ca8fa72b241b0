"""A run's thread: where it stands, and one step onwards. The truth of where it stands is its checkpoints."""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command

from deskgraph.agents import RunContext
from deskgraph.database import Pool, session
from deskgraph.errors import DatabaseUnavailable, LooseSerializer, TakenOver
from deskgraph.graphs import Compiled
from deskgraph.runs.saver import FencedSaver
from deskgraph.worker.fit import check_fit


@dataclass(frozen=True)
class Standing:
    """`fresh`: no checkpoint yet. `waiting`: questions nobody has answered, by interrupt id. `values`: the state."""

    fresh: bool
    finished: bool
    waiting: Mapping[str, dict[str, Any]]
    values: dict[str, Any]


_FRESH = Standing(fresh=True, finished=False, waiting={}, values={})


class Thread:
    """One run's thread, with a saver of its own under the run's fence."""

    def __init__(self, graph: Compiled, pool: Pool, context: RunContext) -> None:
        prototype = graph.checkpointer
        if not isinstance(prototype, BaseCheckpointSaver):
            raise LooseSerializer(
                "The graph was compiled without a checkpointer.", "Compile it with a saver."
            )
        # A queued run has never been worked: there is nothing to read, and nobody else writes.
        self._untouched = context.run.state == "queued"
        self._saver = FencedSaver(
            pool,
            run=context.run,
            fence=context.fence,
            journal=context.journal,
            serde=prototype.serde,
            fresh=self._untouched,
        )
        self._pool = pool
        self._graph = graph.copy(update={"checkpointer": self._saver})
        self._context = context
        self._config: RunnableConfig = {
            "configurable": {"thread_id": str(context.run.id)},
            "recursion_limit": context.settings.recursion_limit,
        }

    async def standing(self) -> Standing:
        """Where the latest checkpoint stands. Raises `GraphChanged` when it stands at what the graph no longer has."""
        if self._untouched:
            return _FRESH
        async with session(self._pool) as conn:
            await check_fit(conn, self._saver, self._graph, str(self._context.run.id))
        snapshot = await self._graph.aget_state(self._config, subgraphs=True)
        return Standing(
            fresh=snapshot.created_at is None,
            # Not `next`: it leaves out what has run. A process killed between a step's writes and the checkpoint after
            # them leaves a thread with nothing to run and all to go on with.
            finished=snapshot.created_at is not None and not snapshot.tasks,
            waiting={found.id: dict(found.value) for found in snapshot.interrupts},
            values=dict(snapshot.values) if snapshot.values else {},
        )

    async def start(self) -> Standing:
        """From the beginning to the end or the first gate."""
        return await self._run({})

    async def carry_on(self) -> Standing:
        """From the last checkpoint: its process was killed."""
        return await self._run(None)

    async def answer(self, rulings: Mapping[str, dict[str, Any]]) -> Standing:
        """From a gate, with the rulings by interrupt id: a plain resume would answer whatever comes next."""
        return await self._run(Command(resume=dict(rulings)))

    async def _run(self, given: Any) -> Standing:
        try:
            ended = await self._graph.ainvoke(given, self._config, context=self._context, durability="sync")
            await self._saver.flush()
        except asyncio.CancelledError:
            # A worker that stops keeps what has been done; one that lost its lease is refused.
            with contextlib.suppress(TakenOver, DatabaseUnavailable):
                await self._saver.flush()
            raise
        finally:
            self._saver.forget()
        self._untouched = False
        values = dict(ended)
        waiting = {found.id: dict(found.value) for found in values.pop("__interrupt__", ())}
        return Standing(fresh=False, finished=not waiting, waiting=waiting, values=values)
