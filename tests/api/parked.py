"""Runs that wait for a person, on a scripted model."""

import httpx

from deskgraph.bootstrap import Desk
from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    CallTool,
    Claim,
    Classification,
    PassDraft,
    UseToolForCustomer,
)
from tests.graphs.paid_model import PaidModel

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
PASSED = PassDraft(reasoning="It matches.")


async def a_call(desk: Desk, paid: PaidModel, http: httpx.AsyncClient, lamp: str = "L-7") -> int:
    """The approval of a call that waits."""
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": lamp, "hours": 3}, reasoning="It lights."),
    )
    return await _parked(desk, http, "Please light my <b>lamp</b>.")


async def a_draft(desk: Desk, paid: PaidModel, http: httpx.AsyncClient, text: str = "Nine hours.") -> int:
    """The approval of a reply that waits."""
    answer = Answer(claims=(Claim(text=text),), ask_approval=True)
    paid.say(SORTED, AnswerCustomer(reasoning="Known."), answer, PASSED)
    return await _parked(desk, http, "How long does it burn?")


async def _parked(desk: Desk, http: httpx.AsyncClient, text: str) -> int:
    body = {"from": "ada@example.com", "subject": "Lamps", "text": text}
    sent = (await http.post("/api/tickets", json=body)).json()
    run = await desk.wait(sent["run"], 30)
    assert run.state == "parked"
    (waiting,) = (await http.get(f"/api/approvals?ticket={sent['ticket']}")).json()
    assert isinstance(waiting["id"], int)
    return waiting["id"]
