"""A worker that was frozen past its lease comes back: whatever it still wants to write is refused."""

import asyncio
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer
from deskgraph.effects import of_run
from deskgraph.runs import get
from deskgraph.staff import Ruling
from tests.graphs.paid_model import PaidModel

from .conftest import Start, kill, until
from .test_killed import ANSWER, answers, noted, plan, question, reaches, submit

TABLES = (
    "event",
    "step",
    "effect",
    "message",
    "approval",
    "checkpoints.checkpoints",
    "checkpoints.checkpoint_blobs",
    "checkpoints.checkpoint_writes",
)


def rows(url: str) -> dict[str, list[Any]]:
    """All that a run can write."""
    with psycopg.connect(url) as conn:
        return {
            table: conn.execute(f"select t::text from {table} t order by 1".encode()).fetchall()
            for table in TABLES
        }


def thaw_until_refused(worker: "subprocess.Popen[str]", tries: int = 300) -> None:
    """Let a frozen worker go on until it says that its lane was taken over."""
    assert worker.stderr is not None
    worker.send_signal(signal.SIGCONT)
    for _ in range(tries):
        if "lane taken over" in worker.stderr.readline():
            return
    pytest.fail("the worker never noticed")


async def test_frozen_while_a_model_is_asked_it_writes_nothing_when_it_is_back(
    desk: Desk, paid: PaidModel, start: Start, database_url: str
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    paid.say(*plan(lamp="L-7"))
    run_id = await submit(desk)
    frozen = start("worker")
    await reaches(desk, run_id, "parked")
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    frozen.send_signal(signal.SIGSTOP)
    async with desk.working():
        # The frozen worker's request and the new one's get the same answer.
        paid.say(*ANSWER, *ANSWER)
        await asyncio.to_thread(until, lambda: paid.asked(Answer) == 2)
        answer.set()
        run = await reaches(desk, run_id, "done")
    before = await asyncio.to_thread(rows, database_url)
    await asyncio.to_thread(thaw_until_refused, frozen)
    assert await asyncio.to_thread(rows, database_url) == before
    assert (run.outcome, await answers(desk, run)) == ("acted", ["It burns."])


async def test_frozen_inside_a_tool_it_cannot_settle_what_was_asked_about_meanwhile(
    desk: Desk, paid: PaidModel, start: Start, log: Path, database_url: str
) -> None:
    paid.say(*plan(lamp="L-7", seconds=2))
    run_id = await submit(desk)
    frozen = start("worker")
    await reaches(desk, run_id, "parked")
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, log.exists)
    frozen.send_signal(signal.SIGSTOP)
    async with desk.working():
        async with asyncio.timeout(30):
            while await effects(desk, run_id) != ["unknown"]:  # noqa: ASYNC110  # another process sets it
                await asyncio.sleep(0.05)
        await reaches(desk, run_id, "parked")
    assert (await question(desk)).kind == "outcome"
    before = await asyncio.to_thread(rows, database_url)
    await asyncio.to_thread(thaw_until_refused, frozen)
    assert await asyncio.to_thread(rows, database_url) == before
    assert noted(log)[0] == "began L-7"
    assert noted(log).count("began L-7") == 1


async def effects(desk: Desk, run_id: int) -> list[str]:
    async with transaction(desk.pool) as conn:
        return [effect.state for effect in await of_run(conn, run_id)]


async def test_a_killed_workers_run_goes_on_by_itself_in_another(
    desk: Desk, paid: PaidModel, start: Start
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    paid.say(*plan(lamp="L-7"))
    run_id = await submit(desk)
    first = start("worker")
    await reaches(desk, run_id, "parked")
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    start("worker")
    kill(first)
    answer.set()
    paid.say(*ANSWER, *ANSWER)
    run = await reaches(desk, run_id, "done")
    assert await answers(desk, run) == ["It burns."]


async def test_two_processes_that_resume_one_run_work_it_once(
    desk: Desk, paid: PaidModel, start: Start, log: Path
) -> None:
    paid.say(*plan(lamp="L-7"))
    run_id = await submit(desk)
    worker = start("worker")
    await reaches(desk, run_id, "parked")
    kill(worker)
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    paid.say(*ANSWER)
    both = [start("--json", "resume", str(run_id)) for _ in range(2)]
    for process in both:
        await asyncio.to_thread(process.wait, 60)
    async with transaction(desk.pool) as conn:
        run = await get(conn, run_id)
    assert (run.state, run.outcome) == ("done", "acted")
    assert noted(log) == ["began L-7", "done L-7"]
    assert paid.asked(Answer) == 1
    assert await answers(desk, run) == ["It burns."]
