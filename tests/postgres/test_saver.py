"""The checkpoints of a run: as the library's own suite wants a saver to be, batched, and refused under an old fence."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any
from uuid import uuid4

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple, empty_checkpoint
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.report import ProgressCallbacks
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from deskgraph.database import Pool, transaction
from deskgraph.errors import TakenOver
from deskgraph.events import StepDone, since
from deskgraph.runs import Entry, Journal, Run, Step, steps, subject_key, take_lane
from deskgraph.runs.saver import FencedSaver
from deskgraph.settings import Settings

from .desk import run_of


async def saver_of(pool: Pool, settings: Settings) -> tuple[FencedSaver, Journal, Run]:
    async with transaction(pool) as conn:
        run = await run_of(conn, settings)
        fence = await take_lane(conn, run.lane, "w", 60)
    assert fence is not None
    journal = Journal()
    return FencedSaver(pool, run=run, fence=fence, journal=journal, serde=None), journal, run


def at(thread: str, checkpoint: str | None = None) -> RunnableConfig:
    place: dict[str, Any] = {"thread_id": thread, "checkpoint_ns": ""}
    return {"configurable": place | ({"checkpoint_id": checkpoint} if checkpoint else {})}


async def put(saver: FencedSaver, thread: str) -> RunnableConfig:
    return await saver.aput(at(thread), empty_checkpoint(), {"source": "loop", "step": 1}, {})


async def stored(pool: Pool, thread: str) -> CheckpointTuple | None:
    """What another process reads."""
    return await AsyncPostgresSaver(pool).aget_tuple(at(thread))


async def test_it_passes_the_librarys_conformance_suite(pool: Pool, settings: Settings) -> None:
    @checkpointer_test(name="FencedSaver")
    async def factory() -> AsyncGenerator[FencedSaver, None]:
        saver, _, _ = await saver_of(pool, settings)
        yield saver

    report = await validate(factory, progress=ProgressCallbacks.quiet())
    assert report.passed_all_base(), report.to_dict()
    failed = {
        name: result.failures
        for name, result in report.results.items()
        if result.detected and not result.passed
    }
    assert failed == {}
    missing = {name for name, result in report.results.items() if not result.detected}
    assert missing == {"delete_for_runs", "copy_thread"}, "what it does not implement"


async def test_a_steps_writes_record_and_events_are_there_when_its_checkpoint_is(
    pool: Pool, settings: Settings
) -> None:
    saver, journal, run = await saver_of(pool, settings)
    thread = str(run.id)
    first = await put(saver, thread)
    event = StepDone(node="a", decision=None, ms=1)
    journal.note("task", Entry(Step(key="task", node="a"), (("step:task", event),)))
    await saver.aput_writes(first, [("answer", "yes")], "task")
    async with transaction(pool) as conn:
        assert await steps(conn, run.id) == []
    await saver.aput(first, empty_checkpoint(), {"source": "loop", "step": 2}, {})
    async with transaction(pool) as conn:
        assert [step.node for step in await steps(conn, run.id)] == ["a"]
        told = await since(conn, subject_key(run.ticket_id or 0), 0)
    assert [event.type for event in told if event.type == "step.done"] == ["step.done"]


async def test_writes_that_no_checkpoint_follows_are_written_alone(pool: Pool, settings: Settings) -> None:
    saver, _, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    await saver.aput_writes(first, [("answer", "yes")], "task")
    async with asyncio.timeout(10):
        while True:
            found = await stored(pool, str(run.id))
            assert found is not None
            if found.pending_writes:
                break
            await asyncio.sleep(0.01)
    assert found.pending_writes == [("task", "answer", "yes")]


async def test_an_interrupt_is_written_at_once(pool: Pool, settings: Settings) -> None:
    saver, _, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    await saver.aput_writes(first, [("__interrupt__", "?")], "task")
    found = await stored(pool, str(run.id))
    assert found is not None
    assert found.pending_writes == [("task", "__interrupt__", "?")]


async def test_under_an_old_fence_nothing_is_written(pool: Pool, settings: Settings) -> None:
    saver, journal, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    async with transaction(pool) as conn:
        await conn.execute("update lease set until = now() - interval '1 minute'")
        assert await take_lane(conn, run.lane, "another", 60) is not None
    event = StepDone(node="a", decision=None, ms=1)
    journal.note("task", Entry(Step(key="task", node="a"), (("step:task", event),)))
    await saver.aput_writes(first, [("answer", "yes")], "task")
    with pytest.raises(TakenOver):
        await saver.aput(first, empty_checkpoint(), {"source": "loop", "step": 2}, {})
    found = await stored(pool, str(run.id))
    assert found is not None
    assert found.config == first
    assert found.pending_writes == []
    async with transaction(pool) as conn:
        assert await steps(conn, run.id) == []
        told = await since(conn, subject_key(run.ticket_id or 0), 0)
    assert "step.done" not in [event.type for event in told]


async def test_a_late_write_that_nobody_awaits_is_told_at_the_next(pool: Pool, settings: Settings) -> None:
    saver, _, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    async with transaction(pool) as conn:
        await conn.execute("update lane set fence = fence + 1")
    await saver.aput_writes(first, [("answer", "yes")], "task")
    await asyncio.sleep(0.1)
    with pytest.raises(TakenOver):
        await saver.flush()


async def test_a_fresh_run_asks_for_nothing_and_finds_what_it_wrote(pool: Pool, settings: Settings) -> None:
    _, journal, run = await saver_of(pool, settings)
    saver = FencedSaver(pool, run=run, fence=1, journal=journal, serde=None, fresh=True)
    thread = str(uuid4())
    assert await saver.aget_tuple(at(thread)) is None
    written = await put(saver, thread)
    found = await saver.aget_tuple(at(thread))
    assert found is not None
    assert found.config == written


async def test_the_checkpoints_before_the_first_step_are_written_with_it(
    pool: Pool, settings: Settings
) -> None:
    saver, _, run = await saver_of(pool, settings)
    thread = str(run.id)
    opened = await saver.aput(at(thread), empty_checkpoint(), {"source": "input", "step": -1}, {})
    assert await stored(pool, thread) is None
    await saver.aput_writes(opened, [("answer", "yes")], "task")
    after = await saver.aput(opened, empty_checkpoint(), {"source": "loop", "step": 1}, {})
    found = await stored(pool, thread)
    assert found is not None
    assert (found.config, found.parent_config) == (after, opened)
