"""Erasing a customer over HTTP."""

import httpx
import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction, value

BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}


async def customer(desk: Desk) -> int:
    async with transaction(desk.pool) as conn:
        return int(await value(conn, "select id from customer where email = 'ada@example.com'"))


@pytest.mark.parametrize("by", ["id", "address"])
async def test_a_customer_is_erased_by_id_or_by_address(desk: Desk, http: httpx.AsyncClient, by: str) -> None:
    ticket = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
    who = await customer(desk) if by == "id" else "Ada@example.com"
    dry = await http.delete(f"/api/customers/{who}", params={"dry_run": True})
    assert (dry.status_code, dry.json()["dry_run"]) == (200, True)
    assert (await http.get(f"/api/tickets/{ticket}")).status_code == 200
    gone = await http.delete(f"/api/customers/{who}")
    assert gone.json() == {**dry.json(), "dry_run": False}
    told = gone.json()
    assert (told["customer"], told["kept"]) == ("ada@example.com", [])
    assert {table: told["rows"][table] for table in ("ticket", "message", "run", "customer")} == {
        "ticket": 1,
        "message": 1,
        "run": 1,
        "customer": 1,
    }
    assert (await http.get(f"/api/tickets/{ticket}")).status_code == 404
    assert (await http.delete(f"/api/customers/{who}")).json()["code"] == "not_found"


@pytest.mark.parametrize(
    ("who", "status", "code"),
    [
        ("4711", 404, "not_found"),
        ("nobody", 404, "not_found"),
        (str(2**70), 404, "not_found"),
        ("eve@example.com", 404, "not_found"),
        ("a@b@c", 422, "bad_address"),
    ],
)
async def test_whoever_is_not_there_is_a_problem(
    http: httpx.AsyncClient, who: str, status: int, code: str
) -> None:
    answer = await http.delete(f"/api/customers/{who}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_the_page_of_another_site_erases_nobody(desk: Desk, http: httpx.AsyncClient) -> None:
    await http.post("/api/tickets", json=BODY)
    who = await customer(desk)
    answer = await http.delete(f"/api/customers/{who}", headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin")
    assert await customer(desk) == who
