"""/metrics: what is in the database when it is asked, and what this process measured."""

import asyncio
import contextlib
import re
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.types import Receive, Scope, Send

from deskgraph.api.gauges import DATABASE_UP, GAUGES, STREAMS
from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.settings import Settings
from deskgraph.telemetry import measured, observe_model
from deskgraph.web.timing import Timing
from tests.docs.pages import ROOT, codes
from tests.graphs.paid_model import PaidModel

from .parked import a_call
from .streaming import serving, stream, take
from .test_lost_database import away as away
from .test_streams import BODY


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    """A process that has measured nothing, before and after."""
    measured._measured.cache_clear()
    yield
    measured._measured.cache_clear()


Samples = dict[tuple[str, ...], float]


async def scrape(http: httpx.AsyncClient) -> Samples:
    """Every sample: its name and the values of its labels, in the order of the labels' names."""
    answer = await http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    families = list(text_string_to_metric_families(answer.text))
    assert len(families) == len({family.name for family in families})
    assert [family.name for family in families if not family.documentation] == []
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


async def test_an_empty_desk_says_so_of_everything_that_is_known_beforehand(http: httpx.AsyncClient) -> None:
    found = await scrape(http)
    assert found["deskgraph_database_up",] == 1
    states = ["queued", "running", "parked", "interrupted", "done", "failed", "cancelled"]
    assert [found["deskgraph_runs", state] for state in states] == [0] * 7
    assert found["deskgraph_oldest_run_age_seconds", "parked"] == 0
    assert found["deskgraph_approvals_pending", "outcome"] == 0
    assert found["deskgraph_tickets", "needs_human"] == 0
    assert (found["deskgraph_queue_jobs",], found["deskgraph_workers_alive",]) == (0, 0)


async def test_a_message_that_nobody_works_is_in_the_queue(http: httpx.AsyncClient) -> None:
    await http.post("/api/tickets", json=BODY)
    found = await scrape(http)
    assert found["deskgraph_runs", "queued"] == 1
    assert found["deskgraph_queue_jobs",] == 1
    assert found["deskgraph_oldest_run_age_seconds", "queued"] > 0
    assert found["deskgraph_tickets", "agent"] == 1


async def test_a_run_that_waits_and_what_it_did_are_counted(
    desk: Desk, paid: PaidModel, http: httpx.AsyncClient
) -> None:
    async with desk.working():
        approval = await a_call(desk, paid, http)
        parked = await scrape(http)
        asked = (await http.get(f"/api/approvals/{approval}")).json()
        await http.post(f"/api/approvals/{approval}/decision", json={"decision": "approve"})
        await desk.wait(asked["run"], 30)
    assert parked["deskgraph_runs", "parked"] == 1
    assert parked["deskgraph_approvals_pending", "tool"] == 1
    assert parked["deskgraph_oldest_run_age_seconds", "parked"] > 0
    assert parked["deskgraph_workers_alive",] == 1
    done = await scrape(http)
    assert done["deskgraph_effects", "light_lamp", "done"] == 1
    assert done["deskgraph_approvals_pending", "tool"] == 0
    assert done["deskgraph_model_call_seconds_count", "openai-chat:scripted", "decided", "routing"] >= 1


async def test_what_models_cost_is_summed_and_an_unknown_price_is_not_zero(
    desk: Desk, http: httpx.AsyncClient
) -> None:
    run = (await http.post("/api/tickets", json=BODY)).json()["run"]
    async with transaction(desk.pool) as conn:
        for model, cost in (("a", "0.5"), ("a", None), ("a", "0.25"), ("b", None)):
            await conn.execute(
                "insert into spend (run_id, purpose, model, input_tokens, output_tokens, cost) "
                "values (%s, 'routing', %s, 100, 10, %s)",
                (run, model, cost),
            )
    found = await scrape(http)
    assert found["deskgraph_spend_input_tokens", "a"] == 300
    assert found["deskgraph_spend_output_tokens", "a"] == 30
    assert found["deskgraph_spend_dollars", "a"] == 0.75
    assert found["deskgraph_spend_unpriced_tokens", "a"] == 110
    assert found["deskgraph_spend_unpriced_tokens", "b"] == 110
    assert ("deskgraph_spend_dollars", "b") not in found


async def test_names_that_people_choose_are_bounded(desk: Desk, http: httpx.AsyncClient) -> None:
    run = (await http.post("/api/tickets", json=BODY)).json()["run"]
    async with transaction(desk.pool) as conn:
        await conn.execute(
            "insert into effect (run_id, key, action, fence, state) select %s, 'k' || n, 'tool_' || n %% 90, 0, 'done' "
            "from generate_series(1, 180) n",
            (run,),
        )
        await conn.execute(
            "insert into spend (run_id, purpose, model, input_tokens) select %s, 'routing', 'm' || n, 1 "
            "from generate_series(1, 80) n",
            (run,),
        )
    found = await scrape(http)
    effects = {key[1:]: value for key, value in found.items() if key[0] == "deskgraph_effects"}
    assert (len(effects), sum(effects.values()), effects["other", "done"]) == (51, 180, 80)
    tokens = {key[1:]: value for key, value in found.items() if key[0] == "deskgraph_spend_input_tokens"}
    assert (len(tokens), sum(tokens.values()), tokens["other",]) == (51, 80, 30)


async def test_requests_are_counted_by_the_template_of_their_address(http: httpx.AsyncClient) -> None:
    ticket = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
    for path in (f"/api/tickets/{ticket}", "/api/tickets/7", "/api/tickets/8", "/nothing/here"):
        await http.get(path)
    await http.request("BREW", "/api/tickets")
    found = await scrape(http)
    name = "deskgraph_http_response_seconds_count"
    assert found[name, "POST", "/api/tickets", "201"] == 1
    assert found[name, "GET", "/api/tickets/{id}", "200"] == 1
    assert found[name, "GET", "/api/tickets/{id}", "404"] == 2
    assert found[name, "GET", "unmatched", "404"] == 1
    assert found[name, "other", "/api/tickets", "405"] == 1


async def test_an_answer_that_broke_is_counted_as_what_it_becomes(http: httpx.AsyncClient) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError

    transport = httpx.ASGITransport(Timing(broken), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        await client.get("/")
    assert (await scrape(http))["deskgraph_http_response_seconds_count", "GET", "unmatched", "500"] == 1


async def test_open_streams_are_counted(desk: Desk) -> None:
    async with serving(desk) as served:
        ticket = (await served.http.post("/api/tickets", json=BODY)).json()["ticket"]
        async with stream(served.http, f"/api/tickets/{ticket}/events") as frames:
            await take(frames, 1)
            assert (await scrape(served.http))["deskgraph_streams_open",] == 1


async def test_without_a_database_the_process_still_tells_what_it_knows(
    settings: Settings, away: contextlib.AbstractContextManager[None]
) -> None:
    quick = settings.model_copy(update={"pool_timeout": 30.0, "health_seconds": 0.3})
    async with open_desk(quick) as desk:
        transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            observe_model("routing", "builtin", 0.1, "decided")
            with away:
                lost = await scrape(http)
            async with asyncio.timeout(60):
                while (await scrape(http))["deskgraph_database_up",] == 0:
                    pass
    assert lost["deskgraph_database_up",] == 0
    assert lost["deskgraph_model_call_seconds_count", "builtin", "decided", "routing"] == 1
    assert ("deskgraph_workers_alive",) not in lost


async def test_every_metric_stands_on_its_page(http: httpx.AsyncClient) -> None:
    observe_model("routing", "builtin", 0.1, "decided")
    await http.get("/healthz")
    told = (await http.get("/metrics")).text
    names = {gauge.name for gauge in GAUGES} | {DATABASE_UP[0], STREAMS[0]}
    names |= {_whole(family.name) for family in text_string_to_metric_families(told)}
    page = " ".join(codes(ROOT / "docs" / "how-to" / "monitor.md"))
    assert {_whole(name) for name in re.findall(r"\bdeskgraph_\w+", page)} == names


def _whole(name: str) -> str:
    """The name of a histogram by that of a part of it."""
    return re.sub(r"_(bucket|count|created|sum)$", "", name)
