"""A run's thread: where it stands, and one step onwards. The truth of where it stands is its checkpoints."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.types import Command

from deskgraph.agents import RunContext
from deskgraph.database import Pool
from deskgraph.errors import LooseSerializer
from deskgraph.graphs import Compiled


@dataclass(frozen=True)
class Standing:
    """`fresh`: no checkpoint yet. `waiting`: questions nobody has answered, by interrupt id. `values`: the state."""

    fresh: bool
    finished: bool
    waiting: Mapping[str, dict[str, Any]]
    values: dict[str, Any]


class Thread:
    """One run's thread over the shared checkpoint pool, with a saver of its own: a saver writes one at a time."""

    def __init__(self, graph: Compiled, pool: Pool, context: RunContext) -> None:
        prototype = graph.checkpointer
        if not isinstance(prototype, AsyncPostgresSaver):
            raise LooseSerializer(
                "The graph was compiled without a checkpointer.", "Compile it with a saver."
            )
        saver = AsyncPostgresSaver(pool, serde=prototype.serde)
        self._graph = graph.copy(update={"checkpointer": saver})
        self._context = context
        self._config: RunnableConfig = {
            "configurable": {"thread_id": str(context.run.id)},
            "recursion_limit": context.settings.recursion_limit,
        }

    async def standing(self) -> Standing:
        """Read the latest checkpoint."""
        snapshot = await self._graph.aget_state(self._config, subgraphs=True)
        waiting = {found.id: dict(found.value) for found in snapshot.interrupts}
        return Standing(
            fresh=snapshot.created_at is None,
            finished=snapshot.created_at is not None and not snapshot.next,
            waiting=waiting,
            values=dict(snapshot.values) if snapshot.values else {},
        )

    async def start(self) -> None:
        """From the beginning to the end or the first gate."""
        await self._run({})

    async def carry_on(self) -> None:
        """From the last checkpoint: its process was killed."""
        await self._run(None)

    async def answer(self, rulings: Mapping[str, dict[str, Any]]) -> None:
        """From a gate, with the rulings by interrupt id: a plain resume would answer whatever comes next."""
        await self._run(Command(resume=dict(rulings)))

    async def _run(self, given: Any) -> None:
        await self._graph.ainvoke(given, self._config, context=self._context, durability="sync")
