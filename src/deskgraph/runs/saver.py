"""The checkpoints of one run: batched, and refused under an old fence.

A step's writes wait for the checkpoint that follows them, and go with it in one statement, together with the step's
record and events; the checkpoints before the first step, which say nothing yet, wait for it too. When no checkpoint
follows within some milliseconds, because a sibling of the step still works, they go alone. An interrupt, an error or a
resume goes at once. What this gives up: a sibling that ended within those milliseconds before a kill runs again.

One object serves one run: all its statements go one after another.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_serializable_checkpoint_metadata,
)
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol

from deskgraph.database import Pool, is_away, load, unavailable
from deskgraph.errors import DatabaseUnavailable, TakenOver
from deskgraph.runs.batch import Batch
from deskgraph.runs.journal import Journal
from deskgraph.runs.run import Run, subject_key

QUERIES = load(__file__)
# A thread, and a namespace of it: the graph's own, or one call's of a subgraph.
Place = tuple[str, str]
# Long enough for the checkpoint of a step that ended alone, short beside any model call of a sibling.
_ALONE_AFTER_SECONDS = 0.02


class FencedSaver(AsyncPostgresSaver):
    """A saver of one run, under the fence that its worker holds. With `fresh` it is the first to write this thread: a
    namespace it has not written is empty, and need not be asked for."""

    def __init__(
        self,
        pool: Pool,
        *,
        run: Run,
        fence: int,
        journal: Journal,
        serde: SerializerProtocol | None,
        fresh: bool = False,
    ) -> None:
        super().__init__(pool, serde=serde)
        self._pool = pool
        self._owner = {"lane": run.lane, "fence": fence}
        self._run_id = run.id
        self._subject = subject_key(run.ticket_id) if run.ticket_id else f"run:{run.id}"
        self._journal = journal
        self._fresh = fresh
        self._written: set[Place] = set()
        self._waiting: dict[Place, Batch] = {}
        self._timers: dict[Place, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._failed: Exception | None = None

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        if self._fresh and _place(config) not in self._written:
            return None
        await self.flush()
        return await super().aget_tuple(config)

    async def alist(self, config: RunnableConfig | None, **given: Any) -> AsyncIterator[CheckpointTuple]:
        await self.flush()
        async for found in super().alist(config, **given):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        thread, namespace = _place(config)
        batch = self._take((thread, namespace))
        inline, large = _divided(checkpoint["channel_values"])
        versions = {name: version for name, version in new_versions.items() if name in large}
        batch.blobs.extend(self._dump_blobs(thread, namespace, large, versions))
        about = get_serializable_checkpoint_metadata(config, metadata)
        row = {**checkpoint, "channel_values": inline}
        batch.checkpoints.append([thread, namespace, checkpoint["id"], get_checkpoint_id(config), row, about])
        self._written.add((thread, namespace))
        if metadata.get("step", 1) <= 0:
            # Nothing has been done yet: whoever finds no checkpoint begins as this one did.
            self._waiting[thread, namespace] = batch
        else:
            await self._save(batch)
        return {
            "configurable": {
                "thread_id": thread,
                "checkpoint_ns": namespace,
                "checkpoint_id": checkpoint["id"],
            }
        }

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        place = _place(config)
        batch = self._waiting.setdefault(place, Batch())
        checkpoint = config["configurable"]["checkpoint_id"]
        batch.add_writes(self._dump_writes(*place, checkpoint, task_id, task_path, writes))
        batch.entries.extend(self._journal.take(task_id))
        if any(channel in WRITES_IDX_MAP for channel, _ in writes):
            await self._save(self._take(place))
        elif place not in self._timers:
            self._timers[place] = asyncio.create_task(self._save_alone(place))

    async def adelete_thread(self, thread_id: str) -> None:
        for place in [place for place in self._waiting if place[0] == thread_id]:
            self._take(place)
        await super().adelete_thread(thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await self.flush()
        await super().aprune(thread_ids, strategy=strategy)

    async def flush(self) -> None:
        """Write all that waits. Raises `TakenOver` under an old fence."""
        for place in list(self._waiting):
            await self._save(self._take(place))
        await self._save(Batch(entries=list(self._journal.take_all())))
        async with self._one_at_a_time:
            self._raise_failed()

    def forget(self) -> None:
        """Let go of all that waits: the run is no longer ours, or broke off and is worked again from its checkpoint."""
        for place in list(self._waiting):
            self._take(place)
        for _ in self._journal.take_all():
            pass

    async def _save_alone(self, place: Place) -> None:
        await asyncio.sleep(_ALONE_AFTER_SECONDS)
        del self._timers[place]
        try:
            await self._save(self._take(place))
        except (TakenOver, DatabaseUnavailable) as error:
            # Nobody awaits this task; the run's next write says it.
            self._failed = error

    def _raise_failed(self) -> None:
        if self._failed is not None:
            raise self._failed

    def _take(self, place: Place) -> Batch:
        if (timer := self._timers.pop(place, None)) is not None:
            timer.cancel()
        return self._waiting.pop(place, None) or Batch()

    async def _save(self, batch: Batch) -> None:
        self._raise_failed()
        if not batch:
            return
        parameters = self._owner | batch.parameters(self._run_id, self._subject)
        try:
            async with self._one_at_a_time, self._pool.connection() as conn:
                row = await (await conn.execute(QUERIES["save"], parameters)).fetchone()
        except psycopg.Error as error:
            if is_away(error):
                raise unavailable(error) from error
            raise
        if row is None or not row["held"]:
            raise TakenOver(f"Another worker holds lane {self._owner['lane']} by now; nothing was written.")


def _place(config: RunnableConfig) -> Place:
    given = config["configurable"]
    return str(given["thread_id"]), given.get("checkpoint_ns", "")


def _divided(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Primitive values, which the checkpoint's own row holds, and those that are blobs."""
    inline = {name: value for name, value in values.items() if _is_primitive(value)}
    return inline, {name: value for name, value in values.items() if name not in inline}


def _is_primitive(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))
