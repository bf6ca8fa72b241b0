"""Event streams over HTTP: each event exactly once and in order, whoever leaves, comes back or dies meanwhile."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import httpx
import pytest
from psycopg import AsyncConnection

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.events import StepDone, StepSeen
from deskgraph.settings import Settings
from tests.graphs.paid_model import PaidModel

from .parked import a_call
from .streaming import Served, happen, serving, stream, take
from .test_lost_database import away as away

KILL = (
    "select pg_terminate_backend(pid) from pg_stat_activity "
    "where datname = current_database() and query = 'listen deskgraph_event'"
)
HANGING = (
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
)
BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}


@pytest.fixture
async def served(desk: Desk) -> AsyncIterator[Served]:
    async with serving(desk) as running:
        yield running


async def a_ticket(http: httpx.AsyncClient) -> tuple[int, int]:
    """A ticket and its run, which nobody works: three events."""
    made = (await http.post("/api/tickets", json=BODY)).json()
    return made["ticket"], made["run"]


async def until_no_stream_is_open(served: Served) -> None:
    async with asyncio.timeout(30):
        while served.open_streams:
            await served.http.get("/healthz")


async def test_a_stream_tells_what_was_and_then_what_happens(desk: Desk, served: Served) -> None:
    ticket, run = await a_ticket(served.http)
    async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
        before = await take(frames, 3)
        assert [frame.event for frame in before] == ["ticket.opened", "run.queued", "message.sent"]
        assert [frame.id for frame in before] == ["1", "2", "3"]
        await happen(desk, f"ticket:{ticket}", StepSeen(node="support_decide"), run_id=run)
        (seen,) = await take(frames, 1)
    assert (seen.id, seen.event) == ("4", "step.seen")
    assert seen.data.pop("created").startswith("20")
    assert seen.data == {
        "number": 4,
        "type": "step.seen",
        "run": run,
        "payload": {"node": "support_decide"},
    }


async def test_a_reader_that_comes_back_gets_what_came_after(served: Served) -> None:
    ticket, _ = await a_ticket(served.http)
    async with stream(served.http, f"/api/tickets/{ticket}/events", last=2) as frames:
        assert [frame.id for frame in await take(frames, 1)] == ["3"]
    async with stream(served.http, f"/api/tickets/{ticket}/events?after=1") as frames:
        assert [frame.id for frame in await take(frames, 2)] == ["2", "3"]
    async with stream(served.http, f"/api/tickets/{ticket}/events?after=0", last=2) as frames:
        assert [frame.id for frame in await take(frames, 1)] == ["3"]


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "1_0", "9" * 19, "9" * 400, "2, 3"])
async def test_a_number_that_is_none_is_refused(http: httpx.AsyncClient, last: str) -> None:
    ticket, run = await a_ticket(http)
    for path in (f"/api/tickets/{ticket}/events", f"/api/runs/{run}/events"):
        told = await http.get(path, headers={"Last-Event-ID": last})
        assert (told.status_code, told.json()["code"]) == (422, "bad_input")


async def test_what_does_not_exist_has_no_stream(http: httpx.AsyncClient) -> None:
    for path in ("/api/tickets/7/events", "/api/runs/7/events", "/api/tickets/x/events"):
        told = await http.get(path)
        assert (path, told.status_code, told.json()["code"]) == (path, 404, "not_found")
    assert (await http.get("/api/tickets/7/events?after=x")).status_code == 422


async def test_a_customers_stream_leaves_out_what_only_the_team_may_see(desk: Desk, served: Served) -> None:
    ticket, _ = await a_ticket(served.http)
    for node in ("a", "b"):
        done = StepDone(node=node, decision="Answer", ms=3)
        await happen(desk, f"ticket:{ticket}", done, StepSeen(node=node))
    async with stream(served.http, f"/api/tickets/{ticket}/events?audience=customer") as frames:
        told = await take(frames, 4)
    assert [frame.event for frame in told] == ["ticket.opened", "message.sent", "step.seen", "step.seen"]
    async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
        assert [frame.id for frame in await take(frames, 7)] == list("1234567")


async def test_a_runs_stream_holds_its_own_events_and_ends_with_it(
    desk: Desk, paid: PaidModel, served: Served
) -> None:
    async with desk.working():
        approval = await a_call(desk, paid, served.http)
        asked = (await served.http.get(f"/api/approvals/{approval}")).json()
        path = f"/api/runs/{asked['run']}/events"
        await happen(desk, f"ticket:{asked['ticket']}", StepSeen(node="of another run"), run_id=4711)
        async with stream(served.http, path) as frames:
            seen = [await anext(frames)]
            while seen[-1].event != "run.parked":
                seen += await take(frames, 1)
            ruled = await served.http.post(f"/api/approvals/{approval}/decision", json={"decision": "reject"})
            assert ruled.status_code == 200
            async with asyncio.timeout(60):
                seen += [frame async for frame in frames]
    numbers = [int(frame.id) for frame in seen]
    assert numbers == sorted(set(numbers))
    assert {frame.data["run"] for frame in seen} == {asked["run"]}
    assert seen[0].event == "run.queued"
    assert "approval.ruled" in {frame.event for frame in seen}
    assert "run.finished" in {frame.event for frame in seen}
    assert (await served.http.get(path, headers={"Last-Event-ID": seen[-1].id})).status_code == 204
    async with stream(served.http, path, last=numbers[-2]) as frames:
        assert [frame async for frame in frames] == [seen[-1]]


async def test_readers_that_leave_at_any_moment_get_each_event_once_and_in_order(
    desk: Desk, served: Served
) -> None:
    ticket, _ = await a_ticket(served.http)
    total = 3 + 8 * 50
    chance = random.Random(4711)

    async def write(writer: int) -> None:
        for number in range(50):
            await happen(desk, f"ticket:{ticket}", StepSeen(node=f"{writer}:{number}"))

    async def follow() -> list[int]:
        got: list[int] = []
        while len(got) < total:
            async with stream(
                served.http, f"/api/tickets/{ticket}/events", last=got[-1] if got else None
            ) as frames:
                some = min(chance.randint(1, 60), total - len(got))
                got += [int(frame.id) for frame in await take(frames, some)]
        return got

    readers = [asyncio.create_task(follow()) for _ in range(5)]
    await asyncio.gather(*(write(writer) for writer in range(8)))
    assert await asyncio.gather(*readers) == [list(range(1, total + 1))] * 5
    await until_no_stream_is_open(served)
    assert desk.announcer.watching == 0


async def test_many_open_streams_hold_no_connection(settings: Settings) -> None:
    async with (
        open_desk(settings.model_copy(update={"pool_size": 2, "pool_timeout": 5.0})) as desk,
        serving(desk) as served,
        contextlib.AsyncExitStack() as stack,
    ):
        ticket, _ = await a_ticket(served.http)
        path = f"/api/tickets/{ticket}/events"
        opened = [await stack.enter_async_context(stream(served.http, path)) for _ in range(200)]
        await asyncio.gather(*(take(frames, 3) for frames in opened))
        assert served.open_streams == desk.announcer.watching == 200
        for _ in range(10):
            assert (await served.http.get(f"/api/tickets/{ticket}")).status_code == 200
        await happen(desk, f"ticket:{ticket}", StepSeen(node="a"))
        told = await asyncio.gather(*(take(frames, 1) for frames in opened))
        assert {frame.id for (frame,) in told} == {"4"}


async def test_streams_that_hang_in_the_database_leave_connections_to_requests(
    settings: Settings, database_url: str
) -> None:
    async with (
        open_desk(settings.model_copy(update={"pool_size": 2, "pool_timeout": 5.0})) as desk,
        serving(desk) as served,
        contextlib.AsyncExitStack() as stack,
    ):
        ticket, _ = await a_ticket(served.http)
        path = f"/api/tickets/{ticket}/events"
        opened = [await stack.enter_async_context(stream(served.http, path)) for _ in range(10)]
        await asyncio.gather(*(take(frames, 3) for frames in opened))
        async with await AsyncConnection.connect(database_url) as outside, outside.transaction():
            await outside.execute("lock table event in access exclusive mode")
            async with await AsyncConnection.connect(database_url, autocommit=True) as notifying:
                async with asyncio.timeout(30):
                    while not (await (await notifying.execute(HANGING)).fetchone() or (0,))[0]:
                        await notifying.execute(
                            "select pg_notify('deskgraph_event', %s)", (f"ticket:{ticket} 4",)
                        )
            for _ in range(5):
                assert (await served.http.get(f"/api/tickets/{ticket}")).status_code == 200
        await happen(desk, f"ticket:{ticket}", StepSeen(node="a"))
        told = await asyncio.gather(*(take(frames, 1) for frames in opened))
        assert {frame.id for (frame,) in told} == {"4"}


async def test_a_closed_browser_leaves_nothing_behind(desk: Desk, served: Served) -> None:
    ticket, _ = await a_ticket(served.http)
    for _ in range(20):
        async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
            await take(frames, 1)
    await until_no_stream_is_open(served)
    assert desk.announcer.watching == 0
    assert (await served.http.get(f"/api/tickets/{ticket}")).json()["status"] == "open"


async def test_streams_over_the_bound_are_refused_until_one_closes(settings: Settings) -> None:
    async with open_desk(settings.model_copy(update={"stream_limit": 2})) as desk, serving(desk) as served:
        ticket, _ = await a_ticket(served.http)
        path = f"/api/tickets/{ticket}/events"
        async with stream(served.http, path) as first, stream(served.http, path) as second:
            await asyncio.gather(take(first, 1), take(second, 1))
            told = await served.http.get(path)
            assert (told.status_code, told.json()["code"]) == (503, "too_many_streams")
            assert told.headers["retry-after"] == "1"
        await until_no_stream_is_open(served)
        async with stream(served.http, path) as frames:
            assert len(await take(frames, 3)) == 3


async def test_streams_go_on_when_the_listening_connection_is_killed(desk: Desk, served: Served) -> None:
    ticket, _ = await a_ticket(served.http)
    async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
        await take(frames, 3)
        killed = 0
        async with asyncio.timeout(30):
            while not killed:
                async with transaction(desk.pool) as conn:
                    killed = (await conn.execute(KILL)).rowcount
        await happen(desk, f"ticket:{ticket}", StepSeen(node="a"), StepSeen(node="b"))
        assert [frame.id for frame in await take(frames, 2)] == ["4", "5"]


async def test_a_stream_waits_for_a_database_that_is_away_and_goes_on(
    settings: Settings, away: contextlib.AbstractContextManager[None]
) -> None:
    quick = settings.model_copy(update={"pool_timeout": 1.0, "stream_keepalive_seconds": 0.2})
    async with open_desk(quick) as desk, serving(desk) as served:
        ticket, _ = await a_ticket(served.http)
        path = f"/api/tickets/{ticket}/events"
        async with (
            stream(served.http, path) as frames,
            served.http.stream("GET", f"{path}?after=3") as silent,
        ):
            await take(frames, 3)
            lines = silent.aiter_lines()
            with away:
                assert (await served.http.get(path)).status_code == 503
                async with asyncio.timeout(30):
                    told = {await anext(lines) for _ in range(8)}
                assert told == {"retry: 1000", "", ": still here"}
            async with asyncio.timeout(60):
                while (await served.http.get(f"/api/tickets/{ticket}")).status_code != 200:
                    pass
            await happen(desk, f"ticket:{ticket}", StepSeen(node="a"))
            assert [frame.id for frame in await take(frames, 1)] == ["4"]


async def test_a_silent_stream_says_that_it_is_there(settings: Settings) -> None:
    quick = settings.model_copy(update={"stream_keepalive_seconds": 0.05})
    async with open_desk(quick) as desk, serving(desk) as served:
        ticket, _ = await a_ticket(served.http)
        async with served.http.stream("GET", f"/api/tickets/{ticket}/events?after=3") as answer:
            lines = answer.aiter_lines()
            async with asyncio.timeout(30):
                told = [await anext(lines) for _ in range(5)]
    assert told == ["retry: 1000", "", ": still here", "", ": still here"]


async def test_a_stream_may_not_be_kept_nor_held_back_on_its_way(served: Served) -> None:
    ticket, _ = await a_ticket(served.http)
    async with served.http.stream("GET", f"/api/tickets/{ticket}/events") as answer:
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-accel-buffering"] == "no"
        assert "content-length" not in answer.headers


async def test_streams_end_when_the_server_is_told_to_end(desk: Desk) -> None:
    async with serving(desk) as served:
        ticket, _ = await a_ticket(served.http)
        async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
            await take(frames, 3)
            served.server.stop()
            async with asyncio.timeout(30):
                assert [frame async for frame in frames] == []
    assert desk.announcer.watching == 0
