"""Take, reply, note, hand back, settle and cancel from the command line."""

import json
from pathlib import Path
from typing import Any

import psycopg

from deskgraph.decisions import Answer, AnswerCustomer, CallTool, Claim, UseToolForCustomer
from tests.api.parked import PASSED, SORTED
from tests.cli.called import Called, call
from tests.graphs.paid_model import PaidModel


def done(told: Called) -> Any:
    """The document of a call that succeeded: the whole of what it printed."""
    assert told.status == 0, told.err
    return json.loads(told.out)


def refused(told: Called) -> str:
    """The one line of a call that failed."""
    assert (told.status, told.out, told.err.count("\n")) == (1, "", 1)
    return told.err


def submitted() -> tuple[str, str]:
    """A ticket and its run, which nobody works yet."""
    sent = done(call("--json", "submit", "--from", "ada@example.com", "How long does it burn?"))
    return str(sent["ticket"]), str(sent["run"])


def test_a_ticket_is_taken_answered_and_handed_back(paid: PaidModel) -> None:
    ticket, _ = submitted()
    taken = done(call("--json", "take", ticket))
    assert (taken["handling"], taken["already"]) == ("with_staff", False)
    assert call("take", ticket).out == f"Ticket {ticket} is yours already.\n"
    assert done(call("--json", "reply", ticket, "-", stdin=b"Nine hours.\n")) == {
        "ticket": int(ticket),
        "run": None,
        "notices": [],
    }
    assert call("note", ticket, "She called.").out == f"Noted on ticket {ticket}.\n"
    given = done(call("--json", "handback", ticket, "Yours."))
    assert (given["ticket"], given["run"]) == (int(ticket), None)
    shown = done(call("--json", "show", ticket))
    assert [(said["kind"], said["text"]) for said in shown["messages"]] == [
        ("message", "How long does it burn?"),
        ("reply", "Nine hours.\n"),
        ("note", "She called."),
        ("note", "Yours."),
    ]
    assert shown["handling"] == "agent"


def test_what_nobody_answered_is_worked_here_when_it_is_handed_back(paid: PaidModel) -> None:
    ticket, run = submitted()
    assert f"Run {run} is cancelled." in call("cancel", run).out
    paid.say(SORTED, AnswerCustomer(reasoning="Known."), Answer(claims=(Claim(text="Nine hours."),)), PASSED)
    given = done(call("--json", "handback", ticket, "Nine hours.", "--wait"))
    assert (given["state"], given["outcome"]) == ("done", "answered")
    assert "guidance" in paid.prompt_of(Answer)


def test_a_draft_that_waited_is_named(paid: PaidModel) -> None:
    answer = Answer(claims=(Claim(text="Nine hours."),), ask_approval=True)
    paid.say(SORTED, AnswerCustomer(reasoning="Known."), answer, PASSED)
    sent = done(call("--json", "submit", "--from", "ada@example.com", "How long?", "--wait"))
    told = call("take", str(sent["ticket"])).out
    assert f"The draft of run {sent['run']} is kept and not sent." in told


def test_an_effect_is_settled(paid: PaidModel, database_url: str) -> None:
    paid.say(
        SORTED,
        UseToolForCustomer(task="Light it.", reasoning="A tool does."),
        CallTool(tool="light_lamp", arguments={"lamp": "L-13", "hours": 1}, reasoning="It lights."),
    )
    done(call("--json", "submit", "--from", "ada@example.com", "Please light it.", "--wait"))
    (asked,) = done(call("--json", "approvals"))
    done(call("--json", "approve", str(asked["id"]), "--wait"))
    (question,) = done(call("--json", "approvals"))
    effect = str(question["effect"])
    for words in (("approvals",), ("show", str(question["ticket"]))):
        assert f"deskgraph settle {effect}" in call(*words).out
    paid.say(Answer(claims=(Claim(text="It burns."),)), PASSED)
    told = call("settle", effect, "--happened", "Slip 7.", "--wait")
    assert told.status == 0
    assert told.out.startswith(f"Effect {effect} (light_lamp): done. Run ")
    assert "Slip 7." in paid.prompt_of(Answer)
    assert "was settled as done by" in refused(call("settle", effect, "--did-not"))
    with psycopg.connect(database_url) as conn:
        found = conn.execute("select state, result from effect where id = %s", [effect]).fetchone()
    assert found == ("done", "Slip 7.")


def test_a_settlement_says_one_thing(paid: PaidModel) -> None:
    for words in ((), ("--happened", "Slip 7.", "--did-not")):
        told = call("settle", "1", *words)
        assert (told.status, told.out) == (2, "")
        assert "--happened RESULT, or --did-not" in told.err


def test_a_colleague_may_give_the_numbers_and_addresses_of_an_article(tmp_path: Path) -> None:
    ticket, _ = submitted()
    (tmp_path / "contact.md").write_text(
        "# Contact\n\nCall us on 030 / 90 18 20 11 or write to help@shop.example.\n", encoding="utf-8"
    )
    reply = "Call +49 30 90182011, or write to Help@Shop.example."
    assert "phone_number, unknown_address" in refused(call("reply", ticket, reply))
    call("kb", "add", str(tmp_path / "contact.md"))
    assert call("reply", ticket, reply).status == 0
    assert "phone_number" in refused(call("reply", ticket, "Call +49 30 90182012."))


def test_what_does_not_fit_is_one_line(paid: PaidModel) -> None:
    ticket, run = submitted()
    assert "answers ticket" in refused(call("handback", ticket, "Yours."))
    assert "no text" in refused(call("reply", ticket, " "))
    assert "UTF-8" in refused(call("note", ticket, b"caf\xe9"))
    assert "unknown_address" in refused(call("reply", ticket, "Ask eve@elsewhere.example."))
    call("cancel", run)
    assert "cancelled already" in refused(call("cancel", run))
    for words in (
        ("take", "77"),
        ("reply", "77", "x"),
        ("note", "77", "x"),
        ("handback", "77", "x"),
        ("settle", "77", "--did-not"),
        ("cancel", "77"),
    ):
        assert "77" in refused(call(*words))
