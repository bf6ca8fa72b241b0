"""Gold replay, on the example's own sample: what it finds, and that it would find what is wrong."""

import copy
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bench.gold.__main__ import main
from bench.gold.calls import Call, alone, foreign, marked, read_calls
from bench.gold.figures import rows
from bench.gold.ground import ground
from bench.gold.model import serving
from bench.gold.reference import Book, Refused, apply, read_book
from bench.gold.replay import replay
from bench.gold.seen import Kills, Outcome, Replayed
from examples.retail.load import SAMPLE

VERA, IDRIS, NELL = "vera_holm_1001", "idris_kone_1002", "nell_varga_1003"
PENDING, DELIVERED, BY_GIFT_CARD = "#W1000001", "#W1000002", "#W1000003"
HOUSE = {
    "address1": "9 New Road",
    "address2": "",
    "city": "Troy",
    "state": "NY",
    "country": "USA",
    "zip": "12180",
}
TASKS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "moves-and-swaps": [
        ("get_order_details", {"order_id": PENDING}),
        ("modify_pending_order_address", {"order_id": PENDING, **HOUSE}),
        (
            "modify_pending_order_items",
            {
                "order_id": PENDING,
                "item_ids": ["1000000011", "1000000021"],
                "new_item_ids": ["1000000012", "1000000022"],
                "payment_method_id": "gift_card_1000001",
            },
        ),
        ("cancel_pending_order", {"order_id": PENDING, "reason": "no longer needed"}),
    ],
    "pays-otherwise": [
        (
            "modify_pending_order_payment",
            {"order_id": BY_GIFT_CARD, "payment_method_id": "paypal_1000003"},
        )
    ],
    "sends-back": [
        (
            "return_delivered_order_items",
            {"order_id": DELIVERED, "item_ids": ["1000000031"], "payment_method_id": "credit_card_1000002"},
        )
    ],
}


def task(name: str, calls: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    actions = [{"name": tool, "arguments": arguments} for tool, arguments in calls]
    return {
        "id": name,
        "user_scenario": {"instructions": {"reason_for_call": "You want it changed."}},
        "evaluation_criteria": {"actions": actions},
    }


@pytest.fixture
def book() -> Book:
    return read_book(SAMPLE / "db.json")


@pytest.fixture
def calls(tmp_path: Path, book: Book) -> list[Call]:
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([task(name, made) for name, made in TASKS.items()]))
    return read_calls(file, book)


def outcome(call: Call, *, waited: bool = True, ran: int = 1) -> Outcome:
    return Outcome(call=call, waited=waited, ended=True, ledger=ran, pack=ran, wanted=1)


def replayed(*outcomes: Outcome, differing: tuple[str, ...] = ()) -> Replayed:
    return Replayed("some", outcomes, 0, Kills(2, 1, 1, 0, 0), differing, 1.0)


def short(*replays: Replayed) -> list[str]:
    return [name for name, _, _, holds in rows(replays) if not holds]


async def test_calls_wait_run_once_though_workers_are_killed_and_leave_the_book_as_by_hand(
    calls: list[Call], book: Book
) -> None:
    theirs = replace(calls[0], number=len(calls), user=NELL)
    with serving([*calls, theirs]) as model:
        async with ground(SAMPLE, model) as stands:
            wanted = copy.deepcopy(book)
            found = await replay(stands, "some", [*calls, theirs], wanted)
    assert [(each.waited, each.ended) for each in found.outcomes] == [(True, True)] * 6
    assert [each.wanted for each in found.outcomes] == [1, 1, 0, 1, 1, 0]
    assert [(each.ledger, each.pack) for each in found.outcomes] == [
        (each.wanted, each.wanted) for each in found.outcomes
    ]
    assert (found.early, found.differing) == (0, ())
    assert found.kills.count == 3
    assert found.kills.approved > 0
    assert wanted["users"][VERA]["payment_methods"]["gift_card_1000001"]["balance"] == Decimal("17.70")


def test_calls_are_read_in_order_with_their_users_and_found_again_in_words(calls: list[Call]) -> None:
    assert [(call.number, call.task, call.user) for call in calls] == [
        (0, "moves-and-swaps", VERA),
        (1, "moves-and-swaps", VERA),
        (2, "moves-and-swaps", VERA),
        (3, "pays-otherwise", IDRIS),
        (4, "sends-back", VERA),
    ]
    assert [marked(call.text) for call in calls] == [0, 1, 2, 3, 4]
    assert marked("Where is my parcel?") is None


def test_a_line_a_task_is_read_too(tmp_path: Path, book: Book) -> None:
    file = tmp_path / "triage.jsonl"
    made = [{"name": tool, "arguments": arguments} for tool, arguments in TASKS["pays-otherwise"]]
    file.write_text(json.dumps({"id": "one", "customer": "Please.", "calls": made}) + "\n")
    (call,) = read_calls(file, book)
    assert (call.name, call.user, call.words) == ("modify_pending_order_payment", IDRIS, "Please.")


def test_tasks_of_one_user_are_kept_apart(calls: list[Call]) -> None:
    assert [[call.number for call in lot] for lot in alone(calls)] == [[0, 1, 2, 3], [4]]


def test_a_call_by_hand_that_is_anothers_or_forbidden_changes_nothing(calls: list[Call], book: Book) -> None:
    before = copy.deepcopy(book)
    forbidden = replace(calls[0], arguments={**calls[0].arguments, "order_id": DELIVERED})
    for call in [*foreign(calls, book), forbidden, replace(calls[0], arguments={"order_id": PENDING})]:
        with pytest.raises(Refused):
            apply(book, call.user, call.name, call.arguments)
    assert book == before


def test_each_shortcoming_falls_short_of_its_figure(calls: list[Call]) -> None:
    call, *_ = calls
    refused = replace(outcome(call, ran=0), wanted=0)
    assert short(replayed(outcome(call), refused)) == []
    assert "waited" in "".join(short(replayed(outcome(call, waited=False), refused)))
    for ran in (0, 2):
        assert "ran exactly once" in "".join(short(replayed(outcome(call, ran=ran), refused)))
    assert "forbid" in "".join(short(replayed(outcome(call), replace(refused, pack=1))))
    assert "not as by hand" in "".join(short(replayed(outcome(call), refused, differing=("orders #1",))))
    assert "before anybody approved" in "".join(short(replace(replayed(outcome(call), refused), early=1)))
    assert "did not end" in "".join(short(replayed(replace(outcome(call), ended=False), refused)))
    assert "killed" in "".join(short(replace(replayed(outcome(call), refused), kills=Kills(1, 1, 0, 0, 0))))


def test_without_its_data_every_figure_is_null_and_none_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DESKGRAPH_TEST_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setattr("sys.argv", ["make retail"])
    assert main() == 1
    said = capsys.readouterr()
    assert "DESKGRAPH_TEST_DATA names the folder of the data" in said.err
    assert {value for _, value, _, _ in rows([])} == {"null"}
    assert " ok " not in said.out
