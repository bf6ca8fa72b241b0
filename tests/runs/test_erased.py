"""A customer is erased while a worker has a run of theirs in its hands: nothing of it is written any more."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deskgraph.bootstrap import Desk
from deskgraph.decisions import (
    Answer,
    CallTool,
    Claim,
    Classification,
    Decision,
    PassDraft,
    UseToolForCustomer,
)
from deskgraph.staff import Erased, Ruling
from tests.graphs.paid_model import PaidModel
from tests.postgres.everywhere import found, sizes

from .conftest import Start, until
from .test_killed import noted, question, reaches

ADA = "ada.quintrell@example.com"
WORDS = (ADA, "marmalade", "halcyon", "peregrine", "sarsaparilla")
SORTED = Classification(category="product", priority="low", reasoning="About a halcyon lamp.")
ANSWER: tuple[Decision, ...] = (
    Answer(claims=(Claim(text="The peregrine burns."),)),
    PassDraft(reasoning="A sarsaparilla."),
)


def plan(**arguments: Any) -> tuple[Decision, ...]:
    return (
        SORTED,
        UseToolForCustomer(task="Light the marmalade.", reasoning="halcyon"),
        CallTool(tool="light_lamp", arguments=arguments, reasoning="halcyon"),
    )


def no_job_is_under_way(url: str) -> bool:
    with psycopg.connect(url) as conn:
        row = conn.execute("select count(*) from procrastinate_jobs where status = 'doing'").fetchone()
    return row == (0,)


def rows_of_runs(url: str) -> dict[str, int]:
    """All that runs and their tickets have: what is kept are settings, articles, workers and migrations."""
    kept = (
        "migration",
        "worker",
        "setting",
        "article",
        "passage",
        "embedding",
        "procrastinate",
        "checkpoint_migrations",
    )
    return {
        table: rows for table, rows in sizes(url).items() if rows and not any(word in table for word in kept)
    }


@pytest.mark.parametrize("held", [Classification, Answer])
async def test_a_run_whose_model_is_being_asked(
    desk: Desk, paid: PaidModel, start: Start, database_url: str, held: type[Decision]
) -> None:
    """At its beginning, with nothing written yet, and in its middle."""
    answer = threading.Event()
    paid.hold(held, answer)
    paid.say(*plan(lamp="none"), *ANSWER)
    sent = await desk.submit(ADA, "Lamps", "Please light the marmalade.")
    start("worker")
    await reaches(desk, sent.run_id or 0, "running")
    if held is Answer:
        await reaches(desk, sent.run_id or 0, "parked")
        await desk.rule((await question(desk)).id, Ruling(approve=False, note="No marmalade."), by="lea")
    await asyncio.to_thread(until, lambda: paid.was_asked(held))
    await erased_for_good(desk, database_url, answer.set)


async def test_a_run_whose_tool_is_running(
    desk: Desk, paid: PaidModel, start: Start, database_url: str, log: Path
) -> None:
    """What the tool did elsewhere stays done, and nothing of ours tells of it."""
    paid.say(*plan(lamp="halcyon-7", seconds=1))
    sent = await desk.submit(ADA, "Lamps", "Please light the marmalade.")
    start("worker")
    await reaches(desk, sent.run_id or 0, "parked")
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, lambda: "began halcyon-7" in noted(log))
    told = await erased_for_good(desk, database_url, lambda: None)
    assert "under way" in told.kept[0]
    assert noted(log).count("began halcyon-7") == 1, "nobody takes it up"


async def test_a_run_that_waits_for_a_person_and_a_message_behind_it(
    desk: Desk, paid: PaidModel, start: Start, database_url: str
) -> None:
    paid.say(*plan(lamp="halcyon-7"))
    sent = await desk.submit(ADA, "Lamps", "Please light the marmalade.")
    start("worker")
    await reaches(desk, sent.run_id or 0, "parked")
    behind = await desk.submit(ADA, "Lamps", "And the peregrine.", ticket_id=sent.ticket_id)
    assert behind.run_id != sent.run_id
    told = await erased_for_good(desk, database_url, lambda: None)
    assert told.rows["run"] == 2
    assert (await desk.submit(ADA, "Lamps", "Hello again.")).ticket_id > sent.ticket_id


async def erased_for_good(desk: Desk, url: str, go_on: Callable[[], None]) -> Erased:
    """Erase, let the worker go on, and look when it has ended."""
    told = await desk.erase(ADA)
    assert found(url, WORDS) == {}
    go_on()
    await asyncio.to_thread(until, lambda: no_job_is_under_way(url))
    assert found(url, WORDS) == {}
    assert rows_of_runs(url) == {}
    return told
