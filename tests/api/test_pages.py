"""The team's pages, as a browser without a script gets them."""

import re
from html import unescape

import httpx

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.tickets import post
from tests.api.parked import a_call, a_draft
from tests.graphs.paid_model import PaidModel

EVIL = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) **bold**"


def form_of(page: str, number: int) -> dict[str, str]:
    """What a browser would send from the form of an approval if nothing was changed."""
    start = page.index(f'action="/desk/approvals/{number}/decision"')
    form = page[start : page.index("</form>", start)]
    inputs = {
        unescape(name[1]): unescape(value[1])
        for tag in re.findall(r"<input[^>]*>", form)
        if (name := re.search(r'name="([^"]*)"', tag)) and (value := re.search(r'value="([^"]*)"', tag))
    }
    areas = re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL)
    return inputs | {unescape(name): unescape(value) for name, value in areas}


async def test_the_front_page_leads_to_the_desk(http: httpx.AsyncClient) -> None:
    told = await http.get("/")
    assert (told.status_code, told.headers["location"]) == (307, "/desk")


async def test_an_empty_desk_says_how_to_begin(http: httpx.AsyncClient) -> None:
    assert "No tickets yet" in (await http.get("/desk")).text
    assert "No ticket is like that" in (await http.get("/desk?status=closed")).text
    assert "Nothing waits for a person" in (await http.get("/desk/approvals")).text


async def test_pages_need_and_allow_no_script(http: httpx.AsyncClient) -> None:
    for path in ("/desk", "/desk/approvals", "/desk/tickets/7"):
        told = await http.get(path)
        assert "<script" not in told.text
        assert "default-src 'none'" in told.headers["content-security-policy"]
    assert (await http.get("/static/desk.css")).headers["content-type"].startswith("text/css")
    assert (await http.get("/static/../pyproject.toml")).status_code == 404


async def test_the_inbox_filters_by_handling_and_status(http: httpx.AsyncClient) -> None:
    body = {"from": "ada@example.com", "subject": "A lamp that smokes", "text": "It smokes."}
    await http.post("/api/tickets", json=body)
    assert "A lamp that smokes" in (await http.get("/desk?handling=agent&status=open")).text
    assert "A lamp that smokes" not in (await http.get("/desk?handling=with_staff")).text
    assert (await http.get("/desk?handling=nobody")).status_code == 422


async def test_what_anybody_wrote_cannot_become_markup(http: httpx.AsyncClient, desk: Desk) -> None:
    body = {"from": "ada@example.com", "subject": EVIL, "text": EVIL}
    number = (await http.post("/api/tickets", json=body)).json()["ticket"]
    async with transaction(desk.pool) as conn:
        await post(
            conn,
            ticket_id=number,
            lane="customer",
            kind="answer",
            author_role="agent",
            author="desk",
            text=EVIL,
        )
    inbox, ticket = (await http.get("/desk")).text, (await http.get(f"/desk/tickets/{number}")).text
    for page in (inbox, ticket):
        assert "<script" not in page
        assert "<img src=x" not in page
        assert 'href="javascript' not in page
    assert "<strong>bold</strong>" in ticket
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in ticket


async def test_a_ticket_shows_what_waits_and_what_the_agent_decided(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    assert "Waits for you" in (await http.get("/desk")).text
    ticket = (await http.get(f"/api/approvals/{number}")).json()["ticket"]
    page = (await http.get(f"/desk/tickets/{ticket}")).text
    for shown in (
        "Please light my &lt;b&gt;lamp",
        "support_decide",
        "UseToolForCustomer",
        "Run <code>light_lamp",
    ):
        assert shown in page


async def test_approving_as_it_stands_is_no_correction(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    page = (await http.get("/desk/approvals")).text
    for shown in ("Please light my &lt;b&gt;lamp", "Light a lamp for some hours.", "expires"):
        assert shown in page
    form = form_of(page, number)
    assert (form["argument.lamp"], form["argument.hours"]) == ("L-7", "3")
    told = await http.post(f"/desk/approvals/{number}/decision", data={**form, "decision": "approve"})
    assert told.status_code == 303
    assert "Approved by" in (await http.get(told.headers["location"])).text
    assert (await http.get(f"/api/approvals/{number}")).json()["status"] == "approved"


async def test_a_changed_field_is_a_correction(http: httpx.AsyncClient, desk: Desk, paid: PaidModel) -> None:
    number = await a_call(desk, paid, http)
    form = form_of((await http.get("/desk/approvals")).text, number)
    sent = {**form, "argument.hours": "2", "decision": "approve"}
    assert (await http.post(f"/desk/approvals/{number}/decision", data=sent)).status_code == 303
    ruled = (await http.get(f"/api/approvals/{number}")).json()
    assert (ruled["status"], ruled["arguments"]) == ("corrected", {"lamp": "L-7", "hours": 2})


async def test_a_field_that_does_not_fit_is_shown_again_with_what_was_typed(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    form = form_of((await http.get("/desk/approvals")).text, number)
    sent = {**form, "argument.hours": "many", "note": "My note.", "decision": "approve"}
    told = await http.post(f"/desk/approvals/{number}/decision", data=sent)
    assert told.status_code == 422
    typed = form_of(told.text, number)
    assert (typed["argument.hours"], typed["note"]) == ("many", "My note.")
    assert (await http.get(f"/api/approvals/{number}")).json()["status"] == "pending"


async def test_an_edited_draft_is_sent_as_it_was_edited(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_draft(desk, paid, http, "Nine hours.\n\nSee you.")
    form = form_of((await http.get("/desk/approvals")).text, number)
    assert form["text"] == "Nine hours.\n\nSee you."
    unchanged = form["text"].replace("\n", "\r\n")
    sent = {**form, "text": unchanged.replace("Nine", "Ten"), "decision": "approve"}
    assert (await http.post(f"/desk/approvals/{number}/decision", data=sent)).status_code == 303
    ruled = (await http.get(f"/api/approvals/{number}")).json()
    assert (ruled["status"], ruled["text"]) == ("corrected", "Ten hours.\n\nSee you.")


async def test_a_second_click_says_what_happened_and_who_did_it(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    form = form_of((await http.get("/desk/approvals")).text, number)
    sent = {**form, "note": "Too late in the day."}
    first = await http.post(f"/desk/approvals/{number}/decision", data={**sent, "decision": "reject"})
    told = await http.post(f"/desk/approvals/{number}/decision", data={**sent, "decision": "approve"})
    assert (first.status_code, told.status_code) == (303, 409)
    assert "Rejected by <strong>console</strong>" in told.text
    assert "Too late in the day." in told.text
    assert "<form" not in told.text


async def test_a_click_after_the_end_of_its_time_says_so(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    async with transaction(desk.pool) as conn:
        await conn.execute("update approval set expires_at = now() - interval '1 hour'")
    told = await http.post(f"/desk/approvals/{number}/decision", data={"decision": "approve"})
    assert told.status_code == 410
    assert "Nobody ruled on it in time" in told.text


async def test_a_click_that_has_not_seen_the_newest_message_is_asked_to_read_it(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_draft(desk, paid, http)
    stale = form_of((await http.get("/desk/approvals")).text, number)
    ticket = (await http.get(f"/api/approvals/{number}")).json()["ticket"]
    await http.post(f"/api/tickets/{ticket}/messages", json={"text": "Never mind!", "lane": "customer"})
    told = await http.post(f"/desk/approvals/{number}/decision", data={**stale, "decision": "approve"})
    assert told.status_code == 409
    assert "1 newer message" in told.text
    fresh = form_of(told.text, number)
    again = await http.post(f"/desk/approvals/{number}/decision", data={**fresh, "decision": "approve"})
    assert again.status_code == 303


async def test_a_form_without_a_button_is_refused(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    assert (await http.post(f"/desk/approvals/{number}/decision", data={})).status_code == 422
    assert (await http.post("/desk/approvals/99/decision", data={"decision": "approve"})).status_code == 404


async def test_a_colleague_asks_from_the_ticket(http: httpx.AsyncClient) -> None:
    body = {"from": "ada@example.com", "subject": "Lamps", "text": "It smokes."}
    number = (await http.post("/api/tickets", json=body)).json()["ticket"]
    told = await http.post(f"/desk/tickets/{number}/ask", data={"text": "Since when?"})
    assert (told.status_code, told.headers["location"]) == (303, f"/desk/tickets/{number}#team")
    assert "Since when?" in (await http.get(f"/desk/tickets/{number}")).text
    empty = await http.post(f"/desk/tickets/{number}/ask", data={"text": " "})
    assert empty.status_code == 422
    assert 'role="alert"' in empty.text


async def test_a_ticket_says_that_the_agent_works_only_while_it_does(
    http: httpx.AsyncClient, desk: Desk, paid: PaidModel
) -> None:
    number = await a_call(desk, paid, http)
    ticket = (await http.get(f"/api/approvals/{number}")).json()["ticket"]
    await http.post(f"/api/tickets/{ticket}/messages", json={"text": "And mine?", "lane": "customer"})
    assert "The agent is working" not in (await http.get(f"/desk/tickets/{ticket}")).text
    await http.post(f"/desk/tickets/{ticket}/ask", data={"text": "Since when?"})
    assert "The agent is working" in (await http.get(f"/desk/tickets/{ticket}")).text
