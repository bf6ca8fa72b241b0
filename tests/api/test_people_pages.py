"""The forms of a ticket's page, as a browser without a script sends them."""

import re

import httpx
import pytest

from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.decisions import Answer, Claim
from deskgraph.settings import Settings
from tests.api.conftest import ORIGIN
from tests.api.parked import PASSED, a_call
from tests.api.test_people import Lost, opened, ticket
from tests.graphs.paid_model import PaidModel


def key_of(page: str, form: str) -> str:
    """The key in a form of the page."""
    found = re.search(rf'/{form}">.*?name="key" value="([0-9a-f]+)"', page, re.DOTALL)
    assert found is not None
    return found[1]


async def test_a_ticket_is_taken_answered_and_handed_back_on_its_page(http: httpx.AsyncClient) -> None:
    number, _ = await opened(http)
    path = f"/desk/tickets/{number}"
    page = (await http.get(path)).text
    assert "Take it" in page
    assert "/handback" not in page, "the agent has it"
    assert (await http.post(f"{path}/take")).status_code == 303
    page = (await http.get(path)).text
    assert "Take it" not in page
    told = await http.post(f"{path}/reply", data={"text": "Nine\r\nhours.", "key": key_of(page, "reply")})
    assert (told.status_code, told.headers["location"]) == (303, f"{path}#customer")
    await http.post(f"{path}/note", data={"text": "She called."})
    await http.post(f"{path}/handback", data={"text": "Yours."})
    found = await ticket(http, number)
    messages = found["messages"]
    assert isinstance(messages, list)
    assert [(said["kind"], said["text"]) for said in messages[1:]] == [
        ("reply", "Nine\nhours."),
        ("note", "She called."),
        ("note", "Yours."),
    ]
    assert found["handling"] == "agent"


async def test_a_button_that_is_pressed_twice_says_it_once(http: httpx.AsyncClient) -> None:
    number, _ = await opened(http)
    path = f"/desk/tickets/{number}"
    page = (await http.get(path)).text
    for form in ("reply", "note"):
        for _ in range(2):
            data = {"text": "Nine hours.", "key": key_of(page, form)}
            assert (await http.post(f"{path}/{form}", data=data)).status_code == 303
    messages = (await ticket(http, number))["messages"]
    assert isinstance(messages, list)
    assert len(messages) == 3


@pytest.mark.parametrize("form", ["ask", "reply", "note", "handback"])
async def test_what_is_refused_is_shown_again_with_what_was_typed(http: httpx.AsyncClient, form: str) -> None:
    number, _ = await opened(http)
    for text, status in ((" ", 422), ("x" * 200_000, 413)):
        told = await http.post(f"/desk/tickets/{number}/{form}", data={"text": text})
        assert told.status_code == status
        assert 'role="alert"' in told.text
        assert text in told.text or form == "handback"


async def test_an_effect_is_settled_on_the_page(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    approval = await a_call(desk, paid, http, lamp="L-13")
    run = (await http.post(f"/api/approvals/{approval}/decision", json={"decision": "approve"})).json()["run"]
    await desk.wait(run, 30)
    (question,) = (await http.get("/api/approvals")).json()
    path = f"/desk/effects/{question['effect']}/settle"
    for page in (await http.get("/desk/approvals"), await http.get(f"/desk/tickets/{question['ticket']}")):
        assert path in page.text
    assert (await http.post(path, data={"result": "Slip 7."})).status_code == 422
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    assert (await http.post(path, data={"happened": "yes", "result": "Slip 7."})).status_code == 303
    assert (await desk.wait(run, 30)).outcome == "acted"
    again = await http.post(path, data={"happened": "no"})
    assert again.status_code == 409
    assert "was settled as done by console" in again.text


async def test_a_reply_of_unknown_outcome_is_settled_on_the_page(settings: Settings) -> None:
    async with open_desk(settings, sender=Lost()) as desk:
        transport = httpx.ASGITransport(make_app(desk))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            number, _ = await opened(http)
            path = f"/desk/tickets/{number}"
            key = key_of((await http.get(path)).text, "reply")
            told = await http.post(f"{path}/reply", data={"text": "Nine hours.", "key": key})
            assert told.status_code == 502
            assert key_of(told.text, "reply") == key, "pressed again, it is not sent again"
            found = re.search(r"/desk/effects/(\d+)/settle", told.text)
            assert found is not None
            assert (await http.post(found[0], data={"happened": "yes"})).status_code == 303
            assert "Nine hours." in (await http.get(path)).text


async def test_a_run_is_cancelled_on_the_page(http: httpx.AsyncClient) -> None:
    number, run = await opened(http)
    path = f"/desk/runs/{run}/cancel"
    assert path in (await http.get(f"/desk/tickets/{number}")).text
    assert (await http.post(path)).status_code == 303
    assert path not in (await http.get(f"/desk/tickets/{number}")).text
    again = await http.post(path)
    assert again.status_code == 409
    assert "cancelled already" in again.text


async def test_the_page_of_another_site_does_nothing_here(http: httpx.AsyncClient) -> None:
    number, run = await opened(http)
    for path in (
        f"/desk/tickets/{number}/take",
        f"/desk/tickets/{number}/reply",
        f"/desk/runs/{run}/cancel",
        f"/api/tickets/{number}/take",
        f"/api/runs/{run}/cancel",
    ):
        told = await http.post(path, data={"text": "x"}, headers={"Origin": "https://evil.example"})
        assert told.status_code == 403
    assert (await ticket(http, number))["handling"] == "agent"
