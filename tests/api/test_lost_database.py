"""The database goes away under a desk that serves, and comes back."""

import asyncio
import contextlib
from collections.abc import Iterator

import httpx
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from deskgraph.asgi import make_app
from deskgraph.bootstrap import open_desk
from deskgraph.settings import Settings

BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}


@pytest.fixture
def away(server: str, database_url: str) -> Iterator[contextlib.AbstractContextManager[None]]:
    """A context in which this test's database takes no connection and has lost those it had."""
    name = psycopg.conninfo.conninfo_to_dict(database_url)["dbname"]
    maintenance = server.replace("/deskgraph?", "/postgres?")
    with contextlib.closing(psycopg.connect(maintenance, autocommit=True)) as conn:

        @contextlib.contextmanager
        def lost() -> Iterator[None]:
            alter = SQL("alter database {} with allow_connections {}")
            conn.execute(alter.format(Identifier(str(name)), SQL("false")))
            conn.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,))
            try:
                yield
            finally:
                conn.execute(alter.format(Identifier(str(name)), SQL("true")))

        yield lost()


async def test_a_lost_database_is_a_503_and_then_all_is_well_again(
    settings: Settings, away: contextlib.AbstractContextManager[None]
) -> None:
    # A request does not wait as long as a run would.
    quick = settings.model_copy(update={"pool_timeout": 600.0, "door_timeout": 0.5, "health_seconds": 0.5})
    async with open_desk(quick) as desk:
        transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            number = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
            with away:
                lost = await http.post("/api/tickets", json=BODY)
                page = await http.get(f"/desk/tickets/{number}")
                ready = await http.get("/readyz")
                alive = await http.get("/healthz")
            assert (lost.status_code, lost.json()["code"]) == (503, "database_unavailable")
            assert lost.headers["retry-after"] == "1"
            assert (page.status_code, "Database unavailable" in page.text) == (503, True)
            assert (ready.status_code, ready.json()["database"]) == (503, False)
            assert alive.status_code == 200
            (kept,) = (await when_back(http)).json()
            assert kept["id"] == number


async def when_back(http: httpx.AsyncClient) -> httpx.Response:
    """The tickets, asked for as a client does that is told to try again."""
    async with asyncio.timeout(20):
        while (answer := await http.get("/api/tickets")).status_code == 503:
            pass
    return answer
