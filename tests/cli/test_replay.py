"""A run is told again from its rows alone."""

import psycopg

from deskgraph.decisions import Answer, AnswerCustomer, Claim
from tests.api.parked import PASSED, SORTED
from tests.cli.called import call
from tests.cli.test_tickets import done, parked, submit
from tests.graphs.paid_model import PaidModel


def acted(paid: PaidModel) -> int:
    """A run that lit a lamp after a person corrected for how long."""
    asked = parked(paid)
    paid.say(Answer(claims=(Claim(text="It burns for 5 hours."),)), PASSED)
    told = done(
        call("--json", "approve", str(asked["id"]), "--set", "hours=5", "--note", "Not so long", "--wait")
    )
    assert told["status"] == "corrected"
    return int(asked["run"])


def test_a_run_is_told_in_the_order_in_which_it_went(paid: PaidModel) -> None:
    told = call("replay", str(acted(paid)))
    assert (told.status, told.err) == (0, "")
    places = [
        told.out.index(part)
        for part in (
            "Run 1 of ticket 1001, graph support: done, acted",
            "asked by customer:ada@example.com",
            "support_decide, UseToolForCustomer, openai-chat:scripted",
            "task: Light it.",
            "approval 1 asked: tool light_lamp",
            "approval 1 corrected by",
            ": Not so long",
            'effect 1: light_lamp {"hours": 5, "lamp": "L-7"}',
            "effect 1 done: Lamp L-7 burns for 5 hours.",
            "support_report_tool",
            "effect 2: send_reply",
            "effect 2 done: shown in the portal",
            "Its final state:",
        )
    ]
    assert places == sorted(places)


def test_its_document_is_the_runs_and_more(paid: PaidModel) -> None:
    run = acted(paid)
    document = done(call("--json", "replay", str(run)))
    (listed,) = done(call("--json", "runs"))
    for step, told in zip(document["steps"], listed["steps"], strict=True):
        assert told.items() <= step.items()
    assert {name: value for name, value in document.items() if name in listed and name != "steps"} == {
        name: value for name, value in listed.items() if name != "steps"
    }
    decided = {step["decision"]: step for step in document["steps"]}["UseToolForCustomer"]
    assert decided["decided"] == [{"task": "Light it.", "reasoning": "A tool does."}]
    assert decided["goto"] == "tool"
    beside = [moment["what"] for moment in document["order"] if moment["what"] != "step"]
    assert beside == ["asked", "ruled", "claimed", "settled", "claimed", "settled"]
    assert [moment["of"] for moment in document["order"] if moment["what"] == "step"] == list(
        range(1, len(document["steps"]) + 1)
    )
    (approval,) = document["approvals"]
    assert (approval["status"], approval["arguments"]["hours"]) == ("corrected", 5)


def test_nothing_is_called_and_no_checkpoint_is_read(paid: PaidModel, database_url: str) -> None:
    run = str(acted(paid))
    before, requests = call("replay", run).out, len(paid.requests)
    with psycopg.connect(database_url, autocommit=True) as conn:
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            conn.execute(f"truncate checkpoints.{table}".encode())
    assert call("replay", run).out == before
    assert len(paid.requests) == requests


def test_a_run_that_waits_is_told_up_to_its_question(paid: PaidModel) -> None:
    asked = parked(paid)
    told = call("replay", str(asked["run"])).out
    assert f"approval {asked['id']} asked: tool light_lamp, pending now" in told
    assert "Its final state" not in told


def test_a_run_that_nobody_worked_has_no_step(paid: PaidModel) -> None:
    run = done(submit("Hello"))["run"]
    assert "No step was made." in call("replay", str(run)).out
    assert done(call("--json", "replay", str(run)))["order"] == []


def test_a_run_that_does_not_exist_is_one_line(paid: PaidModel) -> None:
    for run in ("7", "x", "9" * 30):
        told = call("replay", run)
        assert (told.status, told.out) == (1, "")
        assert told.err.count("\n") == 1


def test_what_a_customer_wrote_cannot_steer_the_terminal(paid: PaidModel) -> None:
    paid.say(SORTED, AnswerCustomer(reasoning="\x1b[2J\x1b[31mKnown\nand more"))
    run = done(submit("Hello", "--wait"))["run"]
    told = call("replay", str(run)).out
    assert "\x1b" not in told
    assert "Known and more" in told
