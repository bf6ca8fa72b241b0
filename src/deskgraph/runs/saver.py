"""The checkpoints of one run: batched, and refused under an old fence.

What steps leave (checkpoints, writes, their records and events) waits for some milliseconds and goes in one statement,
in the order in which it came. It goes at once when something depends on it: before an effect is claimed, when the run
stands at a question, when a step failed, at the end. So what led to an effect is always kept before the effect; a kill
undoes some milliseconds of steps that touched nothing outside, and they run again.

One object serves one run: all its statements go one after another.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
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
from deskgraph.runs.run import Run, subject_of

QUERIES = load(__file__)
# Short beside any call of a model, long beside a step that only computes.
_WAIT_SECONDS = 0.05


@dataclass
class _Pending:
    """What waits, when it goes, and why nothing goes any more. One object, for the library gives each subgraph a
    shallow copy of the saver, with types of its own: what one copy holds back is written by whichever is asked."""

    batch: Batch = field(default_factory=Batch)
    timer: asyncio.TimerHandle | None = None
    failed: Exception | None = None


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
        self._owner = {"lane": run.lane, "fence": fence, "run_id": run.id, "subject": subject_of(run)}
        self._journal = journal
        self._fresh = fresh
        self._written: set[tuple[str, str]] = set()
        self._pending = _Pending()
        self._saving: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        journal.keep = self.flush

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
        inline, large = _divided(checkpoint["channel_values"])
        versions = {name: version for name, version in new_versions.items() if name in large}
        self._pending.batch.blobs.extend(self._dump_blobs(thread, namespace, large, versions))
        about = get_serializable_checkpoint_metadata(config, metadata)
        row = {**checkpoint, "channel_values": inline}
        self._pending.batch.checkpoints.append(
            [thread, namespace, checkpoint["id"], get_checkpoint_id(config), row, about]
        )
        self._written.add((thread, namespace))
        self._wait()
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
        checkpoint = config["configurable"]["checkpoint_id"]
        self._pending.batch.add_writes(
            self._dump_writes(*_place(config), checkpoint, task_id, task_path, writes)
        )
        if any(channel in WRITES_IDX_MAP for channel, _ in writes):
            await self.flush()
        else:
            self._wait()

    async def adelete_thread(self, thread_id: str) -> None:
        await self.flush()
        await super().adelete_thread(thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await self.flush()
        await super().aprune(thread_ids, strategy=strategy)

    async def flush(self) -> None:
        """Write all that waits. Raises `TakenOver` under an old fence; then nothing of it was written, nor will be what
        comes later. Raises `DatabaseUnavailable`; then it waits on."""
        async with self._one_at_a_time:
            if self._pending.failed is not None:
                raise self._pending.failed
            batch = self._take()
            if batch:
                try:
                    await self._save(batch)
                except DatabaseUnavailable:
                    # Every row has its key: what may have been written can be written again.
                    self._pending.batch = batch.followed_by(self._pending.batch)
                    raise
                except BaseException as error:
                    # Whatever it was, rows are missing from here on: what builds on them may not be written.
                    broken_off = TakenOver("A write of the run was broken off.")
                    self._pending.failed = error if isinstance(error, Exception) else broken_off
                    raise

    def forget(self) -> None:
        """Let go of all that waits: the run is no longer ours, or broke off and is worked again from its checkpoint."""
        self._take()

    def _wait(self) -> None:
        """Have what waits written soon."""
        if self._pending.failed is not None:
            raise self._pending.failed
        if self._pending.timer is None:
            self._pending.timer = asyncio.get_running_loop().call_later(_WAIT_SECONDS, self._save_soon)

    def _save_soon(self) -> None:
        self._pending.timer = None
        saving = asyncio.ensure_future(self._flush_alone())
        # The loop holds tasks weakly.
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)

    async def _flush_alone(self) -> None:
        # Nobody awaits this task; `flush` keeps the error for the run's next write.
        with contextlib.suppress(Exception):
            try:
                await self.flush()
            except DatabaseUnavailable:
                self._wait()

    def _take(self) -> Batch:
        if self._pending.timer is not None:
            self._pending.timer.cancel()
            self._pending.timer = None
        batch, self._pending.batch = self._pending.batch, Batch()
        batch.entries.extend(self._journal.take())
        return batch

    async def _save(self, batch: Batch) -> None:
        try:
            async with self._pool.connection() as conn:
                row = await (await conn.execute(QUERIES["save"], self._owner | batch.parameters())).fetchone()
        except psycopg.Error as error:
            if is_away(error):
                raise unavailable(error) from error
            raise
        if row is None or not row["held"]:
            raise TakenOver(f"Another worker holds lane {self._owner['lane']} by now; nothing was written.")


def _place(config: RunnableConfig) -> tuple[str, str]:
    """A thread, and a namespace of it: the graph's own, or one call's of a subgraph."""
    given = config["configurable"]
    return str(given["thread_id"]), given.get("checkpoint_ns", "")


def _divided(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Primitive values, which the checkpoint's own row holds, and those that are blobs."""
    inline = {name: value for name, value in values.items() if _is_primitive(value)}
    return inline, {name: value for name, value in values.items() if name not in inline}


def _is_primitive(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))
