"""What people do over HTTP: every address once, and each refusal with its code."""

import asyncio

import httpx
import pytest

from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim
from deskgraph.effects import of_run
from deskgraph.graphs import Letter
from deskgraph.settings import Settings
from tests.api.conftest import ORIGIN
from tests.api.parked import PASSED, SORTED, a_call, a_draft
from tests.api.streaming import serving
from tests.graphs.paid_model import PaidModel

BODY = {"from": "ada@example.com", "subject": "Lamps", "text": "How long does it burn?"}
REPLY = {"text": "It burns for nine hours.", "lane": "customer", "kind": "reply"}
NOTE = {"text": "She called.", "lane": "team", "kind": "note"}


async def opened(http: httpx.AsyncClient) -> tuple[int, int]:
    """A ticket and its run, which nobody works yet."""
    sent = (await http.post("/api/tickets", json=BODY)).json()
    return sent["ticket"], sent["run"]


async def ticket(http: httpx.AsyncClient, number: int) -> dict[str, object]:
    told = (await http.get(f"/api/tickets/{number}")).json()
    assert isinstance(told, dict)
    return told


def problem(told: httpx.Response) -> tuple[int, str]:
    assert told.headers["content-type"] == "application/problem+json"
    return told.status_code, told.json()["code"]


async def test_a_ticket_is_taken_once_and_told_as_it_then_is(http: httpx.AsyncClient) -> None:
    number, _ = await opened(http)
    taken = await http.post(f"/api/tickets/{number}/take")
    assert (taken.status_code, taken.json()["handling"], taken.json()["already"]) == (
        200,
        "with_staff",
        False,
    )
    again = await http.post(f"/api/tickets/{number}/take")
    assert (again.status_code, again.json()["already"]) == (200, True)
    assert taken.json()["cancelled"] == []
    assert (await ticket(http, number)).items() <= taken.json().items()


async def test_a_draft_that_waited_is_named_when_its_ticket_is_taken(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    approval = await a_draft(desk, paid, http)
    asked = (await http.get(f"/api/approvals/{approval}")).json()
    taken = await http.post(f"/api/tickets/{asked['ticket']}/take")
    assert taken.json()["cancelled"] == [asked["run"]]
    assert (await http.get(f"/api/approvals/{approval}")).json()["status"] == "void"
    assert (await http.get(f"/api/runs/{asked['run']}")).json()["state"] == "cancelled"


async def test_a_reply_and_a_note_are_said_and_start_no_run(http: httpx.AsyncClient) -> None:
    number, _ = await opened(http)
    for body in (NOTE, REPLY):
        told = await http.post(f"/api/tickets/{number}/messages", json=body)
        assert (told.status_code, told.json()) == (201, {"ticket": number, "run": None, "notices": []})
    found = await ticket(http, number)
    assert (found["handling"], found["status"]) == ("with_staff", "waiting")
    messages = found["messages"]
    assert isinstance(messages, list)
    assert [(said["lane"], said["kind"], said["author"]) for said in messages] == [
        ("customer", "message", "customer"),
        ("team", "note", "staff"),
        ("customer", "reply", "staff"),
    ]


@pytest.mark.parametrize("body", [REPLY, NOTE], ids=["reply", "note"])
async def test_the_same_words_under_a_key_are_said_once(
    http: httpx.AsyncClient, body: dict[str, str]
) -> None:
    number, _ = await opened(http)
    key = {"Idempotency-Key": "a-key"}
    told = [await http.post(f"/api/tickets/{number}/messages", json=body, headers=key) for _ in range(2)]
    assert [(each.status_code, each.json()) for each in told] == [(201, told[0].json())] * 2
    other = {**body, "text": "Something else."}
    assert problem(await http.post(f"/api/tickets/{number}/messages", json=other, headers=key)) == (
        409,
        "key_reused",
    )
    messages = (await ticket(http, number))["messages"]
    assert isinstance(messages, list)
    assert len(messages) == 2


async def test_a_reply_that_must_not_leave_is_refused_and_takes_nothing(http: httpx.AsyncClient) -> None:
    number, _ = await opened(http)
    for text, refused in (
        ("Ask eve@elsewhere.example.", (422, "text_stopped")),
        ("<think>hm</think> Nine.", (422, "text_stopped")),
        (" ", (422, "empty_text")),
        ("x" * 200_000, (413, "text_too_long")),
    ):
        told = await http.post(f"/api/tickets/{number}/messages", json={**REPLY, "text": text})
        assert problem(told) == refused
    assert (await ticket(http, number))["handling"] == "agent"


async def test_a_ticket_is_handed_back_with_the_run_that_works_what_is_left(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number, run = await opened(http)
    words = {"text": "Nine hours."}
    path = f"/api/tickets/{number}/handback"
    assert problem(await http.post(path, json=words)) == (409, "agent_answers")
    await http.post(f"/api/tickets/{number}/take")
    await desk.wait(run, 30)
    for wrong in ({}, {"text": " "}, {"text": "x", "by": "eve"}):
        assert (await http.post(path, json=wrong)).status_code == 422
    given = (await http.post(path, json=words)).json()
    assert given["ticket"] == number
    assert given["run"] > run
    paid.say(SORTED, AnswerCustomer(reasoning="Known."), Answer(claims=(Claim(text="Nine hours."),)), PASSED)
    assert (await desk.wait(given["run"], 30)).outcome == "answered"
    await http.post(f"/api/tickets/{number}/take")
    assert (await http.post(path, json=words)).json()["run"] is None


async def unknown_call(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> tuple[int, int]:
    approval = await a_call(desk, paid, http, lamp="L-13")
    run = (await http.post(f"/api/approvals/{approval}/decision", json={"decision": "approve"})).json()["run"]
    await desk.wait(run, 30)
    (question,) = (await http.get("/api/approvals")).json()
    return run, question["effect"]


async def test_an_effect_of_unknown_outcome_is_settled_once(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    run, effect = await unknown_call(http, desk, paid)
    path = f"/api/effects/{effect}"
    assert (await http.get(path)).json()["state"] == "unknown"
    for wrong in ({}, {"happened": "perhaps"}, {"happened": True, "by": "eve"}):
        assert (await http.post(f"{path}/settle", json=wrong)).status_code == 422
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    settled = await http.post(f"{path}/settle", json={"happened": True, "result": "Slip 7."})
    assert settled.status_code == 200
    assert (settled.json()["state"], settled.json()["result"], settled.json()["settled_by"]) == (
        "done",
        "Slip 7.",
        "api",
    )
    assert (await desk.wait(run, 30)).outcome == "acted"
    for happened in (True, False):
        told = await http.post(f"{path}/settle", json={"happened": happened})
        assert problem(told) == (409, "already_settled")
        assert "by api at" in told.json()["detail"]
    assert (await http.get(path)).json() == settled.json()


async def test_a_run_is_cancelled_once(http: httpx.AsyncClient) -> None:
    number, run = await opened(http)
    told = await http.post(f"/api/runs/{run}/cancel")
    assert (told.status_code, told.json()["state"], told.json()["reason"]) == (
        200,
        "cancelled",
        "Cancelled by api.",
    )
    assert problem(await http.post(f"/api/runs/{run}/cancel")) == (409, "run_over")
    found = await ticket(http, number)
    assert (found["handling"], found["handling_reason"]) == (
        "needs_human",
        f"Run {run} ended: Cancelled by api.",
    )


async def test_what_nobody_has_is_not_found(http: httpx.AsyncClient) -> None:
    for number in ("0", "7", "abc", "-1", "9" * 40):
        for path, body in (
            (f"/api/tickets/{number}/take", None),
            (f"/api/tickets/{number}/handback", {"text": "x"}),
            (f"/api/tickets/{number}/messages", REPLY),
            (f"/api/tickets/{number}/messages", NOTE),
            (f"/api/effects/{number}/settle", {"happened": True}),
            (f"/api/runs/{number}/cancel", None),
        ):
            told = await http.post(path, json=body)
            assert (path, *problem(told)) == (path, 404, "not_found")


class Lost:
    """A sender whose answer never comes back."""

    async def send(self, letter: Letter) -> str:
        raise ConnectionError("the line went dead")


async def test_a_reply_that_nobody_knows_was_sent_names_its_effect(settings: Settings) -> None:
    async with open_desk(settings, sender=Lost()) as desk:
        transport = httpx.ASGITransport(make_app(desk))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            number, _ = await opened(http)
            told = await http.post(f"/api/tickets/{number}/messages", json=REPLY)
            assert problem(told) == (502, "outcome_unknown")
            effect = told.json()["effect"]
            assert f"deskgraph settle {effect}" in told.json()["hint"]
            settled = await http.post(f"/api/effects/{effect}/settle", json={"happened": True})
            assert settled.json()["state"] == "done"
            messages = (await ticket(http, number))["messages"]
            assert isinstance(messages, list)
            assert messages[-1]["text"] == REPLY["text"]


async def test_of_twenty_people_who_approve_at_once_one_is_heard_and_the_call_runs_once(
    desk: Desk, http: httpx.AsyncClient, paid: PaidModel
) -> None:
    approval = await a_call(desk, paid, http)
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    async with serving(desk) as served, desk.working():
        told = await asyncio.gather(
            *(
                served.http.post(f"/api/approvals/{approval}/decision", json={"decision": "approve"})
                for _ in range(20)
            )
        )
        assert sorted(each.status_code for each in told) == [200, *[409] * 19]
        assert {each.json()["code"] for each in told if each.status_code == 409} == {"already_ruled"}
        run = (await http.get(f"/api/approvals/{approval}")).json()["run"]
        assert (await desk.wait(run, 30)).outcome == "acted"
    async with transaction(desk.pool) as conn:
        effects = [each for each in await of_run(conn, run) if each.action == "light_lamp"]
    assert [each.state for each in effects] == ["done"]


async def test_a_draft_of_a_ticket_that_a_person_has_is_not_let_go(
    desk: Desk, http: httpx.AsyncClient, paid: PaidModel
) -> None:
    approval = await a_draft(desk, paid, http)
    asked = (await http.get(f"/api/approvals/{approval}")).json()
    async with transaction(desk.pool) as conn:
        # As it is when the run was on its way to ask while somebody took the ticket.
        await conn.execute(
            "update ticket set handling = 'with_staff', handling_reason = 'Taken by lea.' where id = %s",
            [asked["ticket"]],
        )
    path = f"/api/approvals/{approval}/decision"
    for body in ({"decision": "approve"}, {"decision": "approve", "text": "Ten hours."}):
        assert problem(await http.post(path, json=body)) == (409, "person_answers")
    assert (await http.get(f"/api/approvals/{approval}")).json()["status"] == "pending"
    assert (await http.post(path, json={"decision": "reject", "note": "Mine."})).status_code == 200


@pytest.mark.parametrize(
    ("state", "refused"),
    [
        ("status = 'approved', ruled_by = 'lea', ruled_at = now()", (409, "already_ruled")),
        ("status = 'void', ruled_at = now()", (409, "already_ruled")),
        ("status = 'expired', ruled_at = now()", (410, "expired")),
    ],
    ids=["answered", "stale", "expired"],
)
async def test_a_refused_ruling_leaves_everything_as_it_was(
    desk: Desk, http: httpx.AsyncClient, paid: PaidModel, state: str, refused: tuple[int, str]
) -> None:
    approval = await a_call(desk, paid, http)
    async with transaction(desk.pool) as conn:
        await conn.execute(f"update approval set {state} where id = {approval}".encode())
    before = await rows(desk)
    for decision in ("approve", "reject"):
        told = await http.post(f"/api/approvals/{approval}/decision", json={"decision": decision})
        assert problem(told) == refused
    assert problem(await http.post("/api/approvals/987654/decision", json={"decision": "approve"})) == (
        404,
        "not_found",
    )
    assert await rows(desk) == before


async def rows(desk: Desk) -> list[dict[str, object]]:
    """All that a ruling may change."""
    everything = """
        select (select jsonb_agg(a order by id) from approval a) as approvals,
               (select jsonb_agg(e order by number) from event e) as events,
               (select jsonb_agg(r order by id) from run r) as runs,
               (select count(*) from procrastinate_jobs) as jobs
    """
    async with transaction(desk.pool) as conn:
        return [dict(row) for row in await (await conn.execute(everything.encode())).fetchall()]
