"""Handing a message in over HTTP, and reading what became of it."""

import json

import httpx
import pytest

from deskgraph.bootstrap import Desk
from deskgraph.decisions import Answer, AnswerCustomer, AnswerTeam, Claim
from tests.api.parked import PASSED, SORTED
from tests.graphs.paid_model import PaidModel

BODY = {"from": "Ada@Example.com", "subject": "Lamps", "text": "How long does it burn?"}
TICKET = {"id", "customer", "subject", "status", "handling", "category", "priority", "created", "messages"}
MESSAGE = {"lane", "author", "text", "citations", "model"}
RUN = {"id", "ticket", "graph", "state", "outcome", "reason", "steps", "final"}
STEP = {"node", "decision", "model", "tokens", "ms"}

BAD: list[tuple[object, int, str]] = [
    ({**BODY, "text": "  "}, 422, "empty_text"),
    ({**BODY, "text": "x" * 200_000}, 413, "text_too_long"),
    ({**BODY, "from": "nobody"}, 422, "bad_address"),
    ({**BODY, "surprise": 1}, 422, "validation"),
    ({"text": "x"}, 422, "bad_input"),
    ({**BODY, "text": 7}, 422, "validation"),
    ([], 422, "validation"),
    ({**BODY, "text": "x" * 500_000}, 413, "body_too_large"),
]
BROKEN = [
    (b'{"from": ', 400),
    (b'{"from": "ada@example.com", "text": "\xff\xfe"}', 400),
    (b"[" * 100_000, 400),
    (b'{"from": "ada@example.com", "text": "\\ud800"}', 400),
    (b'{"\\ud800": 1}', 422),
    (b"", 422),
]


async def test_a_message_is_taken_and_answered(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    paid.say(SORTED, AnswerCustomer(reasoning="Known."), Answer(claims=(Claim(text="Nine hours."),)), PASSED)
    sent = await http.post("/api/tickets", json=BODY)
    assert sent.status_code == 201
    assert {"ticket", "run"} <= set(sent.json())
    await desk.wait(sent.json()["run"], 30)

    ticket = (await http.get(f"/api/tickets/{sent.json()['ticket']}")).json()
    assert set(ticket) >= TICKET
    assert ticket["customer"] == "ada@example.com"
    assert [(said["author"], said["text"]) for said in ticket["messages"]] == [
        ("customer", "How long does it burn?"),
        ("agent", "Nine hours."),
    ]
    assert all(set(said) >= MESSAGE for said in ticket["messages"])

    run = (await http.get(f"/api/runs/{sent.json()['run']}")).json()
    assert set(run) >= RUN
    assert (run["state"], run["outcome"]) == ("done", "answered")
    assert all(set(step) >= STEP for step in run["steps"])
    assert run in (await http.get("/api/runs?state=done")).json()


async def test_the_list_of_tickets_holds_the_same_documents(http: httpx.AsyncClient) -> None:
    number = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
    listed = (await http.get("/api/tickets?handling=agent&status=open")).json()
    assert listed == [(await http.get(f"/api/tickets/{number}")).json()]
    assert (await http.get("/api/tickets?status=closed")).json() == []


async def test_the_same_key_and_body_give_the_same_ticket_and_another_body_a_conflict(
    http: httpx.AsyncClient,
) -> None:
    key = {"Idempotency-Key": "a-key"}
    first = await http.post("/api/tickets", json=BODY, headers=key)
    again = await http.post("/api/tickets", json=BODY, headers=key)
    assert again.json()["ticket"] == first.json()["ticket"]
    other = await http.post("/api/tickets", json={**BODY, "text": "Another."}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


async def test_a_second_message_joins_its_ticket(http: httpx.AsyncClient) -> None:
    number = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
    more = await http.post(f"/api/tickets/{number}/messages", json={"text": "Well?", "lane": "customer"})
    assert (more.status_code, more.json()["ticket"]) == (201, number)
    said = (await http.get(f"/api/tickets/{number}")).json()["messages"]
    assert [message["text"] for message in said] == ["How long does it burn?", "Well?"]


async def test_a_colleague_asks_in_the_lane_of_the_team(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = (await http.post("/api/tickets", json=BODY)).json()["ticket"]
    body = {"text": "What did we promise?", "lane": "team"}
    paid.say(AnswerTeam(reasoning="Known."), Answer(claims=(Claim(text="Nothing."),)))
    asked = await http.post(f"/api/tickets/{number}/messages", json=body)
    assert asked.status_code == 201
    await desk.wait(asked.json()["run"], 30)
    said = (await http.get(f"/api/tickets/{number}")).json()["messages"]
    team = [(message["author"], message["text"]) for message in said if message["lane"] == "team"]
    assert team == [("staff", "What did we promise?"), ("agent", "Nothing.")]


async def test_bad_input_is_a_problem(http: httpx.AsyncClient) -> None:
    told = [await http.post("/api/tickets", json=body) for body, _, _ in BAD]
    assert [(each.status_code, each.json()["code"]) for each in told] == [
        (status, code) for _, status, code in BAD
    ]
    assert {each.headers["content-type"] for each in told} == {"application/problem+json"}
    assert (await http.get("/api/tickets")).json() == []


async def test_a_body_that_is_no_json_is_a_problem(http: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    told = [await http.post("/api/tickets", content=body, headers=headers) for body, _ in BROKEN]
    assert [each.status_code for each in told] == [status for _, status in BROKEN]
    assert {each.headers["content-type"] for each in told} == {"application/problem+json"}


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
async def test_json_that_is_sent_as_something_else_is_told_how_to_be_sent(
    http: httpx.AsyncClient, kind: str | None
) -> None:
    headers = {"content-type": kind} if kind else {}
    told = await http.post("/api/tickets", content=json.dumps(BODY).encode(), headers=headers)
    assert (told.status_code, told.json()["code"]) == (400, "bad_request")
    assert "application/json" in told.json()["hint"]


async def test_a_nul_is_taken_out_and_said_so(http: httpx.AsyncClient) -> None:
    sent = await http.post("/api/tickets", json={**BODY, "text": "How\x00 long?", "subject": "La\x00mps"})
    assert sent.status_code == 201
    assert [notice.split()[-1] for notice in sent.json()["notices"]] == ["text.", "subject."]
    ticket = (await http.get(f"/api/tickets/{sent.json()['ticket']}")).json()
    assert ticket["messages"][0]["text"] == "How long?"


async def test_what_was_sent_is_not_repeated_in_a_problem(http: httpx.AsyncClient) -> None:
    told = await http.post("/api/tickets", json={**BODY, "text": {"secret": "hunter2"}})
    assert told.status_code == 422
    assert "hunter2" not in told.text


async def test_an_id_that_nobody_has_is_not_found(http: httpx.AsyncClient) -> None:
    for path in (
        "/api/tickets/{}",
        "/api/runs/{}",
        "/api/approvals/{}",
        "/desk/tickets/{}",
        "/desk/approvals/{}",
    ):
        for number in ("0", "7", "abc", "-1", "1.5", "9" * 19, "9" * 40, "%00", "١"):
            told = await http.get(path.format(number))
            assert (path, number, told.status_code) == (path, number, 404)


async def test_a_message_on_a_ticket_that_nobody_has_is_not_found(http: httpx.AsyncClient) -> None:
    for lane in ("customer", "team"):
        told = await http.post("/api/tickets/77/messages", json={"text": "x", "lane": lane})
        assert (told.status_code, told.json()["code"]) == (404, "not_found")
