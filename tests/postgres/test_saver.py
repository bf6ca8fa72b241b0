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
from psycopg.errors import NumericValueOutOfRange

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
    """A checkpoint that is there."""
    written = await saver.aput(at(thread), empty_checkpoint(), {"source": "loop", "step": 1}, {})
    await saver.flush()
    return written


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


async def stepped(saver: FencedSaver, journal: Journal, after: RunnableConfig) -> RunnableConfig:
    """A step that has ended, with its record and its event; gives its checkpoint's place."""
    event = StepDone(node="a", decision=None, ms=1)
    journal.note(Entry(Step(key="task", node="a"), (("step:task", event),)))
    await saver.aput_writes(after, [("answer", "yes")], "task")
    return await saver.aput(after, empty_checkpoint(), {"source": "loop", "step": 2}, {})


async def told(pool: Pool, run: Run) -> tuple[list[str], list[str]]:
    """The run's steps, and the events that steps left."""
    async with transaction(pool) as conn:
        done = [step.node for step in await steps(conn, run.id)]
        events = [event.type for event in await since(conn, subject_key(run.ticket_id or 0), 0)]
    return done, [name for name in events if name.startswith("step.")]


async def test_what_a_step_leaves_is_there_together_or_not_at_all(pool: Pool, settings: Settings) -> None:
    saver, journal, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    second = await stepped(saver, journal, first)
    before = await stored(pool, str(run.id))
    assert before is not None
    assert (before.config, before.pending_writes, await told(pool, run)) == (first, [], ([], []))
    await journal.keep()
    after = await stored(pool, str(run.id))
    assert after is not None
    assert (after.config, after.parent_config) == (second, first)
    assert await told(pool, run) == (["a"], ["step.done"])


async def test_a_step_that_runs_again_is_told_once(pool: Pool, settings: Settings) -> None:
    saver, journal, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    for _ in range(2):
        await stepped(saver, journal, first)
        await journal.keep()
    assert await told(pool, run) == (["a"], ["step.done"])


async def test_a_steps_record_is_kept_as_it_is_but_for_what_no_column_takes(
    pool: Pool, settings: Settings
) -> None:
    _, journal, run = await saver_of(pool, settings)
    step = Step(key="1", node="a", decision="Answer", detail={"why": "so\x00"}, model="m", tokens=3, ms=4)
    journal.note(Entry(step, ()))
    await journal.keep()
    async with transaction(pool) as conn:
        (kept,) = await steps(conn, run.id)
    assert (kept.decision, kept.detail, kept.model, kept.tokens, kept.ms) == (
        "Answer",
        {"why": "so"},
        "m",
        3,
        4,
    )


async def test_what_a_step_leaves_is_written_soon_though_nothing_depends_on_it(
    pool: Pool, settings: Settings
) -> None:
    saver, journal, run = await saver_of(pool, settings)
    await stepped(saver, journal, await put(saver, str(run.id)))
    async with asyncio.timeout(10):
        while (await told(pool, run))[0] != ["a"]:  # noqa: ASYNC110  # the saver's own timer writes it
            await asyncio.sleep(0.01)


async def test_an_interrupt_is_written_at_once(pool: Pool, settings: Settings) -> None:
    saver, _, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    await saver.aput_writes(first, [("__interrupt__", "?")], "task")
    found = await stored(pool, str(run.id))
    assert found is not None
    assert found.pending_writes == [("task", "__interrupt__", "?")]


async def test_what_a_subgraphs_copy_holds_back_goes_with_the_rest(pool: Pool, settings: Settings) -> None:
    saver, journal, run = await saver_of(pool, settings)
    of_subgraph = saver.with_allowlist({("module", "Type")})
    assert isinstance(of_subgraph, FencedSaver)
    assert of_subgraph is not saver
    first = await put(saver, "t")
    second = await stepped(of_subgraph, journal, first)
    await journal.keep()
    found = await stored(pool, "t")
    assert found is not None
    assert found.config["configurable"]["checkpoint_id"] == second["configurable"]["checkpoint_id"]
    async with transaction(pool) as conn:
        assert [step.node for step in await steps(conn, run.id)] == ["a"]


async def test_under_an_old_fence_nothing_is_written(pool: Pool, settings: Settings) -> None:
    saver, journal, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    async with transaction(pool) as conn:
        await conn.execute("update lease set until = now() - interval '1 minute'")
        assert await take_lane(conn, run.lane, "another", 60) is not None
    await stepped(saver, journal, first)
    with pytest.raises(TakenOver):
        await journal.keep()
    found = await stored(pool, str(run.id))
    assert found is not None
    assert (found.config, found.pending_writes, await told(pool, run)) == (first, [], ([], []))


async def test_after_a_write_that_failed_nothing_that_builds_on_it_is_written(
    pool: Pool, settings: Settings
) -> None:
    saver, journal, run = await saver_of(pool, settings)
    first = await put(saver, str(run.id))
    journal.note(Entry(Step(key="task", node="a", tokens=2**40), ()))
    await saver.aput_writes(first, [("answer", "yes")], "task")
    with pytest.raises(NumericValueOutOfRange):
        await journal.keep()
    with pytest.raises(NumericValueOutOfRange):
        await saver.aput(first, empty_checkpoint(), {"source": "loop", "step": 2}, {})


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
