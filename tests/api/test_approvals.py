"""Ruling over HTTP: once, on what was shown, with every refusal told apart."""

import httpx

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, Claim
from tests.api.parked import PASSED, a_call, a_draft
from tests.graphs.paid_model import PaidModel

APPROVAL = {
    *("id", "run", "ticket", "kind", "action", "arguments", "text", "schema", "findings", "newer_messages"),
    *("seen", "expires", "status", "ruled_by", "ruled_at"),
}
EFFECT = {"id", "run", "action", "arguments", "state", "result", "settled_by"}


async def rule(http: httpx.AsyncClient, number: int, **body: object) -> httpx.Response:
    return await http.post(f"/api/approvals/{number}/decision", json=body)


async def test_a_call_that_waits_is_shown_whole(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    asked = (await http.get(f"/api/approvals/{await a_call(desk, paid, http)}")).json()
    assert set(asked) >= APPROVAL
    assert (asked["kind"], asked["action"], asked["status"]) == ("tool", "light_lamp", "pending")
    assert asked["arguments"] == {"lamp": "L-7", "hours": 3}
    assert set(asked["schema"]["properties"]) == {"lamp", "hours"}
    assert (asked["text"], asked["newer_messages"]) == (None, 0)


async def test_a_corrected_call_runs_as_it_was_corrected(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    told = await rule(http, number, decision="approve", arguments={"lamp": "L-7", "hours": 2}, note="Two do.")
    assert (told.status_code, told.json()["status"], told.json()["note"]) == (200, "corrected", "Two do.")
    assert told.json()["ruled_by"]
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    await desk.wait(told.json()["run"], 30)
    run = (await http.get(f"/api/runs/{told.json()['run']}")).json()
    assert (run["state"], run["outcome"]) == ("done", "acted")
    (effect,) = [effect for effect in run["effects"] if effect["action"] == "light_lamp"]
    assert set(effect) >= EFFECT
    assert (effect["state"], effect["arguments"]) == ("done", {"lamp": "L-7", "hours": 2})


async def test_a_second_ruling_is_a_conflict_that_says_who_was_first(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    assert (await rule(http, number, decision="reject", note="No.")).status_code == 200
    told = await rule(http, number, decision="approve")
    assert (told.status_code, told.json()["code"]) == (409, "already_ruled")
    assert "rejected by" in told.json()["detail"]


async def test_a_newer_message_is_a_conflict_until_it_was_seen(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_draft(desk, paid, http)
    asked = (await http.get(f"/api/approvals/{number}")).json()
    body = {"text": "Never mind!", "lane": "customer"}
    await http.post(f"/api/tickets/{asked['ticket']}/messages", json=body)
    told = await rule(http, number, decision="approve")
    assert (told.status_code, told.json()["code"]) == (409, "newer_message")
    fresh = (await http.get(f"/api/approvals/{number}")).json()
    assert fresh["newer_messages"] == 1
    assert (await rule(http, number, decision="approve", seen=fresh["seen"])).status_code == 200


async def test_an_expired_question_is_gone(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    number = await a_draft(desk, paid, http)
    async with transaction(desk.pool) as conn:
        await conn.execute(
            "update approval set expires_at = now() - interval '1 hour' where id = %s", (number,)
        )
    told = await rule(http, number, decision="approve")
    assert (told.status_code, told.json()["code"]) == (410, "expired")


async def test_a_run_that_waits_for_a_person_is_not_resumed(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    asked = (await http.get(f"/api/approvals/{await a_draft(desk, paid, http)}")).json()
    told = await http.post(f"/api/runs/{asked['run']}/resume")
    assert (told.status_code, told.json()["code"]) == (409, "run_waits")


WRONG: list[tuple[dict[str, object], int, str]] = [
    ({"decision": "approve", "arguments": {"lamp": "L-7", "hours": "many"}}, 422, "bad_arguments"),
    ({"decision": "approve", "arguments": {"lamp": "L-7", "tool": "other"}}, 422, "bad_arguments"),
    ({"decision": "approve", "arguments": {}}, 422, "bad_arguments"),
    ({"decision": "approve", "text": "A reply."}, 422, "bad_arguments"),
    ({"decision": "perhaps"}, 422, "validation"),
    ({"decision": "approve", "tool": "other"}, 422, "validation"),
    ({"decision": "approve", "seen": -1}, 422, "validation"),
    ({"decision": "approve", "seen": 10**30}, 422, "validation"),
    ({"decision": "reject", "note": "No\x00."}, 400, "not_text"),
]


async def test_a_wrong_ruling_changes_nothing(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    number = await a_call(desk, paid, http)
    for body, status, code in WRONG:
        told = await rule(http, number, **body)
        assert (body, told.status_code, told.json()["code"]) == (body, status, code)
    assert (await http.get(f"/api/approvals/{number}")).json()["status"] == "pending"
