"""A run is cancelled in one process while a worker of another has it in its hands."""

import asyncio
import json
import threading
from pathlib import Path

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Classification, UseToolForCustomer
from deskgraph.effects import approvals, of_run
from deskgraph.runs import get
from deskgraph.staff import Ruling
from deskgraph.tickets import get_ticket, messages
from tests.graphs.paid_model import PaidModel
from tests.graphs.people import ANSWERED, KNOWN, NINE, PASSED, SORTED, asks, run_of

from .conftest import Start, until
from .test_killed import ended, noted, reaches


async def left(desk: Desk) -> list[dict[str, object]]:
    """All that a run may still add to."""
    everything = """
        select (select count(*) from message) as messages, (select count(*) from event) as events,
               (select count(*) from step) as steps, (select jsonb_agg(e order by id) from effect e) as effects,
               (select jsonb_agg(r order by id) from run r) as runs,
               (select count(*) from checkpoints.checkpoints) as checkpoints,
               (select count(*) from checkpoints.checkpoint_writes) as writes
    """
    async with transaction(desk.pool) as conn:
        return [dict(row) for row in await (await conn.execute(everything.encode())).fetchall()]


async def lane_is_free(desk: Desk) -> None:
    """The worker has let go: nobody holds a lane, and no wake-up is under way."""
    async with asyncio.timeout(20):
        while True:
            async with transaction(desk.pool) as conn:
                held = await conn.execute(
                    "select 1 from lease where until > now() union all select 1 from procrastinate_jobs"
                )
                if await held.fetchone() is None:
                    return
            await asyncio.sleep(0.05)


async def test_a_tool_that_another_process_runs_is_of_unknown_outcome_and_its_worker_lets_go(
    desk: Desk, paid: PaidModel, start: Start, log: Path
) -> None:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-7", "seconds": 20}, reasoning="It lights."),
    )
    run = await asks(desk, "Please light it.")
    start("worker")
    await reaches(desk, run.id, "parked")
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    await desk.rule(asked.id, Ruling(approve=True), by="lea")
    await asyncio.to_thread(until, lambda: noted(log) == ["began L-7"])
    status, out, err = await asyncio.to_thread(ended, start("--json", "cancel", str(run.id)))
    assert status == 0, err
    assert json.loads(out)["state"] == "cancelled"
    before = await left(desk)
    await lane_is_free(desk)
    assert await left(desk) == before
    assert noted(log) == ["began L-7"], "the call was broken off, and not made again"
    async with transaction(desk.pool) as conn:
        assert [each.state for each in await of_run(conn, run.id)] == ["unknown"]
        ticket = await get_ticket(conn, run.ticket_id or 0)
    assert ticket.handling == "needs_human"
    assert "Nobody knows whether light_lamp happened." in ticket.handling_reason

    paid.say(*ANSWERED)
    given = await desk.handback(run.ticket_id or 0, "I lit it myself.", by="lea")
    assert given.run_id is not None
    assert (await reaches(desk, given.run_id, "done")).outcome == "answered"


async def test_an_answer_that_another_process_is_writing_is_never_sent(
    desk: Desk, paid: PaidModel, start: Start
) -> None:
    writing = threading.Event()
    paid.hold(Answer, writing)
    paid.say(SORTED, KNOWN, NINE, PASSED)
    run = await asks(desk)
    start("worker")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    await desk.cancel(run.id, by="lea")
    before = await left(desk)
    writing.set()
    await lane_is_free(desk)
    assert await left(desk) == before
    assert (await run_of(desk, run.id)).state == "cancelled"


async def test_a_ticket_that_is_taken_while_another_process_writes_gets_nothing_from_it(
    desk: Desk, paid: PaidModel, start: Start
) -> None:
    writing = threading.Event()
    paid.hold(Answer, writing)
    paid.say(SORTED, KNOWN, NINE, PASSED)
    run = await asks(desk)
    start("worker")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    status, _, err = await asyncio.to_thread(ended, start("reply", str(run.ticket_id), "Nine, I think."))
    assert status == 0, err
    writing.set()
    assert (await reaches(desk, run.id, "done")).outcome == "stopped"
    async with transaction(desk.pool) as conn:
        said = await messages(conn, run.ticket_id or 0, lane="customer")
        assert (await get(conn, run.id)).final is not None
    assert [message.author_role for message in said] == ["customer", "staff"]
    assert paid.was_asked(Classification)
