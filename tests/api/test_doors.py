"""Who is let in, what is told of what is not there, and health."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from deskgraph.api.later import LATER
from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk
from deskgraph.errors import NotLoopback, PortInUse
from deskgraph.web.guards import BodyLimit
from deskgraph.web.listening import listen
from deskgraph.web.loopback import check_loopback

BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}

# What browsers say of a request that the page of another site sends.
ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "http://127.0.0.1:3000"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "cross-site"},
]


@pytest.fixture
async def stranger(desk: Desk) -> AsyncIterator[httpx.AsyncClient]:
    """A client on another machine, were it let in."""
    transport = httpx.ASGITransport(make_app(desk), client=("192.0.2.7", 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "192.0.2.7:8000", "", "[", "0.0.0.0"]
)
async def test_a_name_that_is_not_this_machines_is_refused(http: httpx.AsyncClient, host: str) -> None:
    told = await http.get("/api/tickets", headers={"host": host})
    assert (told.status_code, told.json()["code"]) == (421, "foreign_host")


async def test_every_name_of_this_machine_is_served(http: httpx.AsyncClient) -> None:
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1:9", "127.3.2.1", "[::1]:8000"):
        assert (host, (await http.get("/healthz", headers={"host": host})).status_code) == (host, 200)


async def test_a_page_of_another_site_changes_nothing(http: httpx.AsyncClient) -> None:
    for path in ("/api/tickets", "/desk/approvals/1/decision", "/desk/tickets/1/ask"):
        for headers in ELSEWHERE:
            told = await http.post(path, json=BODY, headers=headers)
            assert (path, headers, told.status_code) == (path, headers, 403)
            assert told.json()["code"] == "cross_origin"
    assert (await http.get("/api/tickets")).json() == []


async def test_the_desks_own_pages_may_post(http: httpx.AsyncClient) -> None:
    own = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    assert (await http.post("/api/tickets", json=BODY, headers=own)).status_code == 201


async def test_a_sender_is_believed_only_from_this_machine(stranger: httpx.AsyncClient) -> None:
    told = await stranger.post("/api/tickets", json=BODY)
    assert (told.status_code, told.json()["code"]) == (401, "not_signed_in")


async def test_a_body_over_the_limit_is_refused_also_when_it_does_not_say_how_long_it_is(
    http: httpx.AsyncClient,
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(60):
            yield b"x" * 10_000

    told = await http.post("/api/tickets", content=pieces(), headers={"content-type": "application/json"})
    assert (told.status_code, told.json()["code"]) == (413, "body_too_large")


async def test_a_body_that_breaks_off_is_no_request() -> None:
    """The beginning of a form reads like a form: `amount=1000` that breaks off is `amount=10`."""
    came: list[Message] = [
        {"type": "http.request", "body": b"decision=approve&argument.amount=10", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return came.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError("nobody is there to be answered")

    async def desk(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("the desk was asked")

    await BodyLimit(desk, 1_000)({"type": "http", "method": "POST", "headers": []}, receive, send)


async def test_what_is_promised_says_not_yet(http: httpx.AsyncClient) -> None:
    for method, path, _ in LATER:
        told = await http.request(method, path.format(id=1, name="x"))
        assert (path, told.status_code, told.json()["code"]) == (path, 501, "not_yet")


async def test_every_error_is_a_problem(http: httpx.AsyncClient) -> None:
    for method, path, status, code in (
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/nothing", 404, "not_found"),
        ("PUT", "/api/tickets", 405, "method_not_allowed"),
        ("GET", "/api/tickets?limit=0", 422, "validation"),
        ("GET", "/api/tickets?handling=nobody", 422, "validation"),
        ("GET", "/api/graphs/none.mermaid", 404, "unknown_graph"),
    ):
        told = await http.request(method, path)
        assert (path, told.status_code, told.json()["code"]) == (path, status, code)
        assert told.headers["content-type"] == "application/problem+json"


async def test_a_browser_is_told_in_a_page(http: httpx.AsyncClient) -> None:
    told = await http.get("/desk/tickets/77", headers={"accept": "text/html"})
    assert told.status_code == 404
    assert told.headers["content-type"].startswith("text/html")
    assert "There is no ticket 77" in told.text


async def test_the_process_lives_and_is_not_ready_without_a_worker(http: httpx.AsyncClient) -> None:
    assert (await http.get("/healthz")).status_code == 200
    told = await http.get("/readyz")
    assert (told.status_code, told.json()["code"]) == (503, "not_ready")
    assert (told.json()["database"], told.json()["worker_seen"]) == (True, False)


async def test_it_is_ready_with_a_worker(http: httpx.AsyncClient, desk: Desk) -> None:
    async with desk.working():
        told = await http.get("/readyz")
        for _ in range(1_000):  # its worker signs in while this asks
            if told.status_code == 200:
                break
            await asyncio.sleep(0)
            told = await http.get("/readyz")
    assert told.json()["status"] == "ready"


async def test_a_graph_is_drawn_open_or_closed(http: httpx.AsyncClient) -> None:
    assert {"name": "support", "mermaid": "/api/graphs/support.mermaid"} in (
        await http.get("/api/graphs")
    ).json()
    whole = (await http.get("/api/graphs/support.mermaid")).text
    boxes = (await http.get("/api/graphs/support.mermaid?expand=false")).text
    assert "support_decide" in boxes
    assert "tool_gate" in whole
    assert "tool_gate" not in boxes


async def test_openapi_names_every_address_with_its_problems(http: httpx.AsyncClient) -> None:
    paths = (await http.get("/openapi.json")).json()["paths"]
    assert "/api/approvals/{id}/decision" in paths
    for address in paths.values():
        for operation in address.values():
            assert "application/problem+json" in operation["responses"]["4XX"]["content"]


def test_an_address_of_the_network_is_refused_until_there_is_a_lead() -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "desk.example", ""):
        with pytest.raises(NotLoopback):
            check_loopback(host, has_lead=False)
        check_loopback(host, has_lead=True)


def test_a_port_that_is_taken_is_named() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=f"Port {port} of localhost is in use"):
            listen("localhost", port)
