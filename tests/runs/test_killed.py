"""Processes are killed where it hurts most: nothing is lost, nothing happens twice."""

import asyncio
import json
import subprocess
import threading
from pathlib import Path
from typing import Any

import psycopg

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    CallTool,
    Claim,
    Classification,
    Decision,
    PassDraft,
    UseToolForCustomer,
)
from deskgraph.effects import Approval, approvals, of_run
from deskgraph.runs import Run, get, steps
from deskgraph.staff import Ruling
from deskgraph.tickets import messages
from tests.graphs.paid_model import PaidModel

from .conftest import Start, kept, kill, until

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
ANSWER: tuple[Decision, ...] = (Answer(claims=(Claim(text="It burns."),)), PassDraft(reasoning="It matches."))


def plan(**arguments: Any) -> tuple[Decision, ...]:
    return (
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments=arguments, reasoning="It lights."),
    )


HANG = """
create function hang() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(1);
    return new;
end $$;
create trigger hang before insert on step for each row when (new.node = 'tool_execute') execute function hang();
"""


async def submit(desk: Desk) -> int:
    sent = await desk.submit("ada@example.com", "Lamps", "Please light my lamp L-7.")
    assert sent.run_id is not None
    return sent.run_id


async def reaches(desk: Desk, run_id: int, *states: str) -> Run:
    """Wait, without working anything here, until other processes brought the run there."""
    async with asyncio.timeout(40):
        while True:
            async with transaction(desk.pool) as conn:
                run = await get(conn, run_id)
            if run.state in states:
                return run
            await asyncio.sleep(0.05)


async def question(desk: Desk) -> Approval:
    async with transaction(desk.pool) as conn:
        (found,) = await approvals.list(conn)
    return found


async def answers(desk: Desk, run: Run) -> list[str]:
    async with transaction(desk.pool) as conn:
        said = await messages(conn, run.ticket_id or 0, lane="customer")
    return [message.text for message in said if message.author_role == "agent"]


def noted(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


async def test_a_worker_killed_while_a_run_waits_changes_nothing_for_it(
    desk: Desk, paid: PaidModel, start: Start, log: Path
) -> None:
    paid.say(*plan(lamp="L-7"))
    run_id = await submit(desk)
    worker = start("worker")
    await reaches(desk, run_id, "parked")
    kill(worker)
    asked = await question(desk)
    paid.say(*ANSWER)
    status, _, err = await asyncio.to_thread(ended, start("approve", str(asked.id)))
    assert status == 0, err
    status, out, err = await asyncio.to_thread(ended, start("--json", "resume", "--all"))
    assert status == 0, err
    assert [run["outcome"] for run in json.loads(out)] == ["acted"]
    assert noted(log) == ["began L-7", "done L-7"]
    assert await answers(desk, await reaches(desk, run_id, "done")) == ["It burns."]


async def test_a_worker_killed_while_a_model_is_asked_leaves_a_run_that_goes_on(
    desk: Desk, paid: PaidModel, start: Start
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    paid.say(
        SORTED,
        UseToolForCustomer(task="?", reasoning="?"),
        CallTool(tool="none", arguments={}, reasoning="?"),
    )
    paid.say(*ANSWER)
    run_id = await submit(desk)
    worker = start("worker")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    await kept(desk, run_id, "support_decide")
    kill(worker)
    answer.set()
    paid.say(*ANSWER)
    (resumed,) = await desk.resume_all()
    run = await desk.wait(resumed.id, 40)
    assert (run.id, run.state, run.outcome) == (run_id, "done", "answered")
    assert await answers(desk, run) == ["It burns."]
    async with transaction(desk.pool) as conn:
        nodes = [step.node for step in await steps(conn, run.id)]
    assert nodes.count("support_decide") == 1, "what was decided before the kill is not asked again"


async def test_a_worker_killed_in_mid_effect_leaves_an_unknown_outcome_and_never_a_second_call(
    desk: Desk, paid: PaidModel, start: Start, log: Path
) -> None:
    paid.say(*plan(lamp="L-7", seconds=20))
    run_id = await submit(desk)
    worker = start("worker")
    await reaches(desk, run_id, "parked")
    await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, log.exists)
    kill(worker)
    (resumed,) = await desk.resume_all()
    run = await desk.wait(resumed.id, 40)
    assert run.state == "parked"
    assert (await question(desk)).kind == "outcome"
    assert noted(log) == ["began L-7"]


async def test_a_worker_killed_between_an_effect_and_its_checkpoint_does_not_repeat_it(
    desk: Desk, paid: PaidModel, start: Start, log: Path, database_url: str
) -> None:
    paid.say(*plan(lamp="L-7"))
    run_id = await submit(desk)
    worker = start("worker")
    await reaches(desk, run_id, "parked")
    with psycopg.connect(database_url, autocommit=True) as blocker:
        # The step's record comes after the settled effect and before the checkpoint: here it has to wait.
        blocker.execute(HANG)
        blocker.execute("select pg_advisory_lock(1)")
        await desk.rule((await question(desk)).id, Ruling(approve=True), by="lea")
        await asyncio.to_thread(until, lambda: "done L-7" in noted(log))
        await _settled(desk, run_id)
        kill(worker)
    paid.say(*ANSWER)
    (resumed,) = await desk.resume_all()
    run = await desk.wait(resumed.id, 40)
    assert (run.state, run.outcome) == ("done", "acted")
    assert noted(log) == ["began L-7", "done L-7"]


async def _settled(desk: Desk, run_id: int) -> None:
    async with asyncio.timeout(20):
        while True:
            async with transaction(desk.pool) as conn:
                if [effect.state for effect in await of_run(conn, run_id)] == ["done"]:
                    return
            await asyncio.sleep(0.05)
