"""PostgreSQL itself is restarted, killed or away for a while in the middle of runs: they go on, and nothing twice."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.database.embedded import Use, join
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, Decision, PassDraft
from deskgraph.errors import DatabaseUnavailable
from deskgraph.runs import Run, get, steps
from deskgraph.tickets import messages
from tests.graphs.paid_model import PaidModel

from .conftest import Start, until
from .test_killed import reaches

# Longer than the queue's own worker takes it.
AWAY_SECONDS = 10
SCRIPT: tuple[Decision, ...] = (
    Classification(category="other", priority="low", reasoning="Thanks."),
    AnswerCustomer(reasoning="Thanks."),
    Answer(claims=(Claim(text="Gladly."),)),
    PassDraft(reasoning="It matches."),
)


@pytest.fixture
def own_server(embedded_home: Path) -> Iterator[Use]:
    """A server of this test alone, which nobody starts again but the test."""
    use = join(embedded_home)
    yield use
    use.repair()
    use.leave()


@pytest.fixture
def database_url(own_server: Use) -> str:
    return own_server.url


def stop(use: Use) -> None:
    use.cluster.stop()


def kill(use: Use) -> None:
    pid = use.cluster.server()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


async def sent_to(desk: Desk, ticket: int) -> list[str]:
    async with transaction(desk.pool) as conn:
        said = await messages(conn, ticket, lane="customer")
    return [message.text for message in said if message.author_role == "agent"]


@pytest.mark.parametrize("end", [stop, kill])
@pytest.mark.parametrize("held", [Classification, Answer])
async def test_a_run_outlives_a_restart(
    desk: Desk, paid: PaidModel, own_server: Use, end: Callable[[Use], None], held: type[Decision]
) -> None:
    answer = threading.Event()
    paid.hold(held, answer)
    paid.say(*SCRIPT)
    async with desk.working():
        sent = await desk.submit("ada@example.com", "Lamps", "Thank you!")
        await asyncio.to_thread(until, lambda: paid.was_asked(held))
        await asyncio.to_thread(end, own_server)
        await asyncio.to_thread(own_server.repair)
        # The decision that was being made meanwhile counts: there is no second one to be had.
        answer.set()
        run = await reaches(desk, sent.run_id or 0, "done", "failed", "cancelled")
    async with transaction(desk.pool) as conn:
        assert (await get(conn, run.id)).outcome == "answered"
        nodes = [step.node for step in await steps(conn, run.id)]
    assert len(nodes) == len(set(nodes)), "no step is recorded twice"
    assert await sent_to(desk, sent.ticket_id) == ["Gladly."]


async def test_a_worker_and_a_door_outlive_a_database_that_is_away(
    desk: Desk, paid: PaidModel, own_server: Use, start: Start
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    # What a model said while nothing could be stored is lost, and asked for again.
    paid.say(*SCRIPT, *SCRIPT)
    worker = start("worker")
    first = await desk.submit("ada@example.com", "Lamps", "Thank you!")
    await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
    transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as http:
        assert (await http.get("/readyz")).status_code == 200
        await asyncio.to_thread(stop, own_server)
        away = asyncio.create_task(asyncio.sleep(AWAY_SECONDS))
        answer.set()
        body = {"from": "ada@example.com", "subject": "Lamps", "text": "Thank you!"}
        for response in (await http.post("/api/tickets", json=body), await http.get("/readyz")):
            assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")
        await away
        await asyncio.to_thread(own_server.repair)
        run = await reaches_when_back(desk, first.run_id or 0)
        assert (run.state, run.outcome) == ("done", "answered")
        assert await sent_to(desk, first.ticket_id) == ["Gladly."]
        paid.told.clear()
        paid.say(*SCRIPT)
        second = (await http.post("/api/tickets", json=body)).json()
        assert (await reaches(desk, second["run"], "done")).outcome == "answered"
        assert (await http.get("/readyz")).status_code == 200
    assert worker.poll() is None, "the same process all the time"


async def reaches_when_back(desk: Desk, run_id: int) -> Run:
    async with asyncio.timeout(60):
        while True:
            try:
                return await reaches(desk, run_id, "done", "failed", "cancelled")
            except DatabaseUnavailable:
                """Not back yet."""
