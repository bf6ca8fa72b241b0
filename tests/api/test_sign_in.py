"""Signing in and out, the first lead, and the link that lets a customer in."""

import httpx
import pytest

from deskgraph import accounts
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.web.letting_in import COOKIE

from .test_roles import PASSWORD, client, peopled

__all__ = ["peopled"]  # a fixture that this file's tests ask for by name


def form(**changed: str) -> dict[str, str]:
    return {"email": "staff@example.com", "password": PASSWORD, **changed}


async def test_a_person_signs_in_to_where_they_wanted_to_go_and_out_again(peopled: Desk) -> None:
    async with client(peopled) as http:
        sent_away = await http.get("/desk/tickets/1001?x=1")
        assert sent_away.headers["location"] == "/sign-in?next=%2Fdesk%2Ftickets%2F1001%3Fx%3D1"
        let_in = await http.post("/sign-in", data=form(next="/desk/tickets/1001?x=1"))
        assert (let_in.status_code, let_in.headers["location"]) == (303, "/desk/tickets/1001?x=1")
        assert (await http.get("/desk")).status_code == 200
        await http.post("/sign-out")
        http.cookies.clear()
        assert (await http.get("/desk")).status_code == 303


async def test_the_cookie_is_kept_from_scripts_and_other_sites(peopled: Desk) -> None:
    async with client(peopled) as http:
        set_cookie = (await http.post("/sign-in", data=form())).headers["set-cookie"]
    assert "HttpOnly" in set_cookie
    assert "SameSite=lax" in set_cookie


async def test_an_ended_session_lets_nobody_in(peopled: Desk) -> None:
    async with client(peopled) as http:
        await http.post("/sign-in", data=form())
        token = http.cookies[COOKIE]
        await http.post("/sign-out")
        http.cookies.set(COOKIE, token)
        assert (await http.get("/api/tickets")).status_code == 401


@pytest.mark.parametrize(
    "wrong", [{"password": "another lamp"}, {"email": "nobody@example.com"}, {"email": ""}, {"password": ""}]
)
async def test_a_wrong_password_is_told_without_saying_which_was_wrong(
    peopled: Desk, wrong: dict[str, str]
) -> None:
    async with client(peopled) as http:
        answer = await http.post("/sign-in", data=form(**wrong))
    assert answer.status_code == 401
    assert "The address or the password is not right." in answer.text
    assert COOKIE not in answer.cookies


async def test_guessing_ends_after_some_tries(peopled: Desk) -> None:
    async with client(peopled) as http:
        statuses = [
            (await http.post("/sign-in", data=form(password=f"wrong {number}"))).status_code
            for number in range(11)
        ]
        right = await http.post("/sign-in", data=form())
    assert statuses == [401] * 10 + [429]
    assert right.status_code == 429


@pytest.mark.parametrize(
    "wanted", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:1"]
)
async def test_nobody_is_sent_to_another_site(peopled: Desk, wanted: str) -> None:
    async with client(peopled) as http:
        assert (await http.post("/sign-in", data=form(next=wanted))).headers["location"] == "/desk"


async def test_the_first_lead_is_made_once_and_ends_the_open_door(http: httpx.AsyncClient) -> None:
    assert (await http.get("/desk")).status_code == 200
    lead = {"email": "lead@example.com", "name": "Lea", "password": PASSWORD}
    assert (await http.post("/first-lead", data={**lead, "password": "short"})).status_code == 422
    made = await http.post("/first-lead", data=lead)
    assert made.headers["location"] == "/desk"
    assert "Lea · lead" in (await http.get("/desk")).text
    http.cookies.clear()
    assert (await http.get("/desk")).status_code == 303
    assert (await http.post("/first-lead", data=lead)).status_code == 403


async def test_a_link_lets_one_customer_in(peopled: Desk) -> None:
    async with transaction(peopled.pool) as conn:
        row = await (
            await conn.execute("select id from customer where email = 'carl@example.com'")
        ).fetchone()
        assert row is not None
        token = accounts.link_token(await accounts.signing_secret(conn), row["id"])
    async with client(peopled) as http:
        assert (await http.get(f"/sign-in/{token}x")).status_code == 403
        assert (await http.get(f"/sign-in/{token}")).headers["location"] == "/"
        assert [each["id"] for each in (await http.get("/api/tickets")).json()] == [1002]
