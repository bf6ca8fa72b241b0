"""More requests than connections: each succeeds or is told to try again, and when the burst is over all is well."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

import httpx
import psycopg
import pytest

from deskgraph.asgi import make_app
from deskgraph.bootstrap import open_desk
from deskgraph.settings import Settings

BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}
REQUESTS = 50
# A statement takes as long as the test holds the lock.
SLOW = """
create function slow() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(7);
    return new;
end $$;
create trigger slow before insert on message for each row execute function slow();
insert into worker (name, seen_at) values ('w', now() + interval '1 hour');
"""


@pytest.fixture
def slow(database_url: str) -> Iterator[contextlib.AbstractContextManager[None]]:
    """A context in which no message is stored: whoever stores one waits."""
    with contextlib.closing(psycopg.connect(database_url, autocommit=True)) as conn:
        conn.execute(SLOW)

        @contextlib.contextmanager
        def held() -> Iterator[None]:
            conn.execute("select pg_advisory_lock(7)")
            try:
                yield
            finally:
                conn.execute("select pg_advisory_unlock(7)")

        yield held()


@pytest.fixture
async def http(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    small = settings.model_copy(update={"pool_size": 2, "door_timeout": 1.0, "health_seconds": 1.5})
    async with open_desk(small) as desk:
        transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
            yield client


async def burst(http: httpx.AsyncClient) -> list["asyncio.Task[httpx.Response]"]:
    return [asyncio.create_task(http.post("/api/tickets", json=BODY)) for _ in range(REQUESTS)]


async def test_a_burst_on_a_full_pool_is_503_and_passes(
    http: httpx.AsyncClient, slow: contextlib.AbstractContextManager[None]
) -> None:
    with slow:
        requests = await burst(http)
        refused, waiting = await asyncio.wait(requests, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        ready = await http.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "database_unavailable")
        assert (await http.get("/healthz")).status_code == 200
        while len(waiting) > 2:
            more, waiting = await asyncio.wait(waiting, timeout=20, return_when=asyncio.FIRST_COMPLETED)
            assert more
            refused |= more
        answers = [request.result() for request in refused]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {
            (503, "database_unavailable")
        }
        assert all(answer.headers["retry-after"] == "1" for answer in answers)
    assert [(await request).status_code for request in waiting] == [201, 201]
    assert (await http.get("/readyz")).status_code == 200
    told = Counter([(await request).status_code for request in await burst(http)])
    assert set(told) <= {201, 503}
    assert told[201]
    stored = (await http.get("/api/tickets?limit=200")).json()
    assert len(stored) == 2 + told[201], "each that was told 201, and no other"
