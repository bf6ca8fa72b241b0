"""Who may come to which address: every one says so, and holds to it."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from deskgraph import accounts
from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.web.letting_in import COOKIE, Allowed, anybody

PASSWORD = "four lamps on a shelf"
ELSEWHERE = ("203.0.113.7", 50_000)
ROLES = ("customer", "staff", "lead", "developer")
FILLED = {"{id}": "1", "{name}.mermaid": "support.mermaid", "{name}": "desk.css", "{token}": "none"}


def routes(app: FastAPI) -> list[APIRoute]:
    return [route for route in app.routes if isinstance(route, APIRoute)]


def declared(dependant: Dependant) -> Iterator[object]:
    for needed in dependant.dependencies:
        if isinstance(needed.call, Allowed) or needed.call is anybody:
            yield needed.call
        yield from declared(needed)


def allowed(route: APIRoute) -> frozenset[str] | None:
    """Roles that all its declarations let in; None for everybody. An address that declares nothing fails."""
    found = list(declared(route.dependant))
    assert found, f"{route.path} declares nobody"
    sets = [each.roles for each in found if isinstance(each, Allowed)]
    return frozenset[str](frozenset.intersection(*map(frozenset, sets))) if sets else None


def address(route: APIRoute) -> str:
    path = route.path
    for name, value in FILLED.items():
        path = path.replace(name, value)
    return path


async def session(desk: Desk, role: str) -> str:
    async with transaction(desk.pool) as conn:
        if role == "customer":
            row = await (
                await conn.execute("select id from customer where email = 'carl@example.com'")
            ).fetchone()
            assert row is not None
            return await accounts.open_session(conn, customer=row["id"], hours=1)
        person = await accounts.by_email(conn, f"{role}@example.com")
        return await accounts.open_session(conn, person=person.id, hours=1)


@pytest.fixture
async def peopled(desk: Desk) -> Desk:
    """A desk with one person of each role, a customer with a ticket, and another customer's ticket."""
    async with transaction(desk.pool) as conn:
        for role in accounts.STAFF_ROLES:
            email = f"{role}@example.com"
            await accounts.add_person(conn, email, role, name=role, password=PASSWORD, least=10)
    await desk.submit("dora@example.com", "Lamp", "Where is my lamp?")
    await desk.submit("carl@example.com", "Vase", "Where is my vase?")
    return desk


def client(desk: Desk, cookie: str = "", key: str = "") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False, client=ELSEWHERE)
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return httpx.AsyncClient(
        transport=transport,
        base_url="http://127.0.0.1:8000",
        headers=headers,
        cookies={COOKIE: cookie} if cookie else {},
    )


def test_every_address_declares_who_it_is_for(desk: Desk) -> None:
    assert all(allowed(route) is None or allowed(route) for route in routes(make_app(desk)))


@pytest.mark.parametrize("role", ROLES)
async def test_each_address_lets_in_the_roles_it_declares_and_no_other(peopled: Desk, role: str) -> None:
    app = make_app(peopled)
    async with client(peopled, await session(peopled, role)) as http:
        for route in routes(app):
            may = allowed(route)
            if may is None:
                continue
            for method in route.methods or ():
                answer = await http.request(method, address(route), follow_redirects=False)
                refused = answer.status_code == 403 and "not for the role" in answer.text
                assert refused == (role not in may), (method, route.path, role, answer.status_code)


async def test_nobody_who_is_not_signed_in_gets_further_than_the_door(peopled: Desk) -> None:
    async with client(peopled) as http:
        for route in routes(make_app(peopled)):
            if allowed(route) is None:
                continue
            for method in route.methods or ():
                answer = await http.request(method, address(route), follow_redirects=False)
                to_sign_in = answer.status_code == 303 and answer.headers["location"].startswith(
                    "/sign-in?next="
                )
                assert answer.status_code == 401 or to_sign_in, (method, route.path, answer.status_code)


@pytest.mark.parametrize("path", ["/api/tickets/1001", "/api/tickets/1001/events"])
async def test_another_customers_ticket_is_not_there(peopled: Desk, path: str) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        assert (await http.get(path)).status_code == 404
        said = await http.post("/api/tickets/1001/messages", json={"lane": "customer", "text": "Mine."})
        assert said.status_code == 404


async def test_a_customer_sees_their_own_tickets_and_what_was_said_to_them(peopled: Desk) -> None:
    await peopled.note(1002, "He calls every week.", by="staff:ada")
    async with client(peopled, await session(peopled, "customer")) as http:
        listed = (await http.get("/api/tickets")).json()
        one = (await http.get("/api/tickets/1002")).json()
    assert [each["id"] for each in listed] == [1002]
    assert [each["text"] for each in one["messages"]] == ["Where is my vase?"]
    assert "calls every week" not in str(listed)


async def test_a_customer_writes_in_their_own_name_only(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        own = await http.post("/api/tickets", json={"subject": "Cup", "text": "And my cup?"})
        others = await http.post("/api/tickets", json={"from": "dora@example.com", "text": "Mine now."})
        note = await http.post(
            "/api/tickets/1002/messages", json={"lane": "team", "kind": "note", "text": "?"}
        )
    assert (own.status_code, others.status_code, note.status_code) == (201, 403, 403)


async def test_a_key_does_what_its_scopes_name(peopled: Desk) -> None:
    async with transaction(peopled.pool) as conn:
        person = await accounts.by_email(conn, "staff@example.com")
        reads = await accounts.make_key(conn, person, "reports", {"read"})
        writes = await accounts.make_key(conn, person, "shop", {"read", "write"})
        speaks = await accounts.make_key(conn, person, "door", {"read", "write", "submit_for_others"})
    letter = {"from": "eve@example.com", "text": "Hello?"}
    statuses = []
    for key in (reads, writes, speaks, "dgk_unknown"):
        async with client(peopled, key=key) as http:
            read, wrote = await http.get("/api/tickets"), await http.post("/api/tickets", json=letter)
            statuses.append((read.status_code, wrote.status_code))
    assert statuses == [(200, 403), (200, 403), (200, 201), (401, 401)]


async def test_who_ruled_is_the_person_who_signed_in(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "staff")) as http:
        taken = await http.post("/api/tickets/1001/take")
    assert taken.json()["handling_reason"] == "Taken by staff:staff@example.com."


async def test_without_a_lead_only_this_machine_is_served(desk: Desk) -> None:
    async with client(desk) as http:
        assert (await http.get("/api/tickets")).status_code == 401
        assert (await http.get("/first-lead")).status_code == 403
