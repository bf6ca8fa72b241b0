"""What a customer sees and does in the portal, and what they never see."""

import json
import re

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, PassDraft
from deskgraph.events import StepSeen
from deskgraph.events import types as events
from deskgraph.events.types import Event
from deskgraph.web.letting_in import COOKIE
from tests.graphs.paid_model import PaidModel

from .streaming import serving, stream, take
from .test_roles import client, peopled, session

__all__ = ["peopled"]  # a fixture that this file's tests ask for by name

HOSTILE = '<script>alert(1)</script> [x](javascript:alert(1)) "quoted" & \u202egnp.exe'


async def test_a_customer_opens_a_ticket_once_and_reads_it(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        home = await http.get("/")
        assert "Where is my lamp" not in home.text
        key = re.search(r'name="key" value="([^"]+)"', home.text)
        assert key is not None
        form = {"key": key[1], "subject": "Cup", "text": "And where is my cup?"}
        first, again = await http.post("/tickets", data=form), await http.post("/tickets", data=form)
        assert (first.status_code, first.headers["location"]) == (303, again.headers["location"])
        shown = await http.get(first.headers["location"])
        assert "And where is my cup?" in shown.text
        assert "Your message waits its turn." in shown.text


async def test_an_answer_is_read_with_its_sources_and_nothing_of_the_team(
    peopled: Desk, paid: PaidModel
) -> None:
    paid.say(
        Classification(category="delivery", priority="low", reasoning="SECRET of the classifier"),
        AnswerCustomer(reasoning="SECRET of the decider"),
        Answer(claims=(Claim(text="It is **on its way**."),)),
        PassDraft(reasoning="SECRET of the reviewer"),
    )
    await peopled.note(1002, "SECRET note", by="staff:ada")
    await peopled.take(1001, by="staff:ada")
    async with transaction(peopled.pool) as conn:
        row = await (await conn.execute("select id from run where ticket_id = 1002")).fetchone()
    assert row is not None
    async with peopled.working():
        await peopled.wait(row["id"], 30)
    async with client(peopled, await session(peopled, "customer")) as http:
        pages = [(await http.get(path)).text for path in ("/", "/tickets/1002", "/api/tickets/1002")]
    assert "It is <strong>on its way</strong>." in pages[1]
    assert not any("SECRET" in each for each in pages)


async def test_asking_for_a_person_says_so_on_the_ticket(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        await http.post("/tickets/1002/messages", data={"ask": "1"})
        assert "Please let a person answer me." in (await http.get("/tickets/1002")).text
        await peopled.take(1002, by="staff:ada")
        shown = (await http.get("/tickets/1002")).text
    assert "A person answers this ticket." in shown
    assert "staff:ada" not in shown


async def test_another_customers_ticket_is_not_there(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        assert (await http.get("/tickets/1001")).status_code == 404
        assert (await http.post("/tickets/1001/messages", data={"text": "Mine."})).status_code == 404


@pytest.mark.parametrize(
    ("form", "status", "told"),
    [({"text": " "}, 422, "The message has no text"), ({"text": "x" * 100_001}, 413, "100")],
)
async def test_what_cannot_be_taken_is_shown_again_with_the_reason(
    peopled: Desk, form: dict[str, str], status: int, told: str
) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        answer = await http.post("/tickets", data={"subject": "Cup", **form})
    assert answer.status_code == status
    assert told in answer.text
    assert 'value="Cup"' in answer.text


async def test_hostile_text_is_shown_as_text(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        opened = await http.post("/tickets", data={"subject": HOSTILE, "text": HOSTILE})
        for path in (opened.headers["location"], "/"):
            shown = (await http.get(path)).text
            assert "<script>" not in shown
            assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
            assert 'href="javascript' not in shown


async def test_too_many_messages_are_refused_and_nothing_is_lost(peopled: Desk) -> None:
    async with client(peopled, await session(peopled, "customer")) as http:
        statuses = {
            (await http.post("/tickets/1002/messages", data={"text": "Hm."})).status_code for _ in range(30)
        }
        over = await http.post("/tickets/1002/messages", data={"text": "The last straw."})
    assert statuses == {303}
    assert over.status_code == 429
    assert "The last straw." in over.text


async def test_of_every_type_of_event_a_customers_stream_carries_those_that_are_theirs(peopled: Desk) -> None:
    """Each type is written to their ticket, then one that marks the end."""
    types = [each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)]
    types.remove(Event)
    mark = (StepSeen.type, StepSeen.audience, "mark")
    async with transaction(peopled.pool) as conn:
        for type_, audience, key in [*((each.type, each.audience, each.type) for each in types), mark]:
            await conn.execute(
                "select append_event('ticket:1002', %s, %s, %s, null, %s)",
                (f"probe {key}", type_, audience, json.dumps({"probe": key})),
            )
    cookie = await session(peopled, "customer")
    async with serving(peopled) as served:
        served.http.cookies.set(COOKIE, cookie)
        async with stream(served.http, "/api/tickets/1002/events?audience=team") as frames:
            seen: list[str] = []
            while "mark" not in seen:
                (frame,) = await take(frames, 1)
                seen += [frame.data["payload"]["probe"]] if "probe" in frame.data["payload"] else []
    theirs = [each.type for each in types if each.audience == "customer"]
    assert sorted(seen) == sorted([*theirs, "mark"])
    assert set(theirs) < {each.type for each in types}
