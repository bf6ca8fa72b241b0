"""Some cells of the matrix and a small storm, so that the harness stays whole; `make crash` runs all of it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from tests.conftest import throw_away_home

from .cell import PARKED, Ended, killed, undisturbed
from .forks import aside
from .ground import Ground, ground
from .routes import ROUTES
from .seen import Seen
from .storm import work
from .verdict import judge

Kill = Callable[[str], Ended]


@pytest.fixture(scope="module")
def found(server: str) -> Iterator[Ground]:
    with throw_away_home() as folder, ground(server, folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def workers(found: Ground) -> Iterator[ProcessPoolExecutor]:
    with aside(found.home) as opened:
        yield opened


@pytest.fixture(scope="module")
def whole(found: Ground, workers: ProcessPoolExecutor) -> tuple[Seen, list[str]]:
    """The route of an approved call, undisturbed, and its places."""
    ended, places = workers.submit(undisturbed, found, ROUTES["tool approved"]).result()
    assert ended.seen is not None, ended.stuck
    return ended.seen, places


@pytest.fixture
def kill(found: Ground, workers: ProcessPoolExecutor) -> Kill:
    return lambda place: workers.submit(killed, found, ROUTES["tool approved"], place).result()


def test_an_undisturbed_run_passes_every_kind_of_boundary(whole: tuple[Seen, list[str]]) -> None:
    seen, places = whole
    assert [line["what"] for line in seen.outside] == ["light_lamp", "send"]
    assert {
        "before tool_execute",
        "in the tool, before it acts",
        "in the tool, after it acted",
        "after tool_execute",
        "while sending, before it leaves",
        "while sending, after it left",
        PARKED,
    } < set(places)


@pytest.mark.parametrize(
    "place", ["before support_decide", PARKED, "after tool_execute", "after delivery_send"]
)
def test_a_killed_worker_changes_nothing(kill: Kill, whole: tuple[Seen, list[str]], place: str) -> None:
    verdict = judge(whole[0], kill(place))
    assert (verdict.word, verdict.why) == ("same", ())


@pytest.mark.parametrize(
    ("place", "settled"),
    [
        ("in the tool, before it acts", "it did not"),
        ("in the tool, after it acted", "it happened"),
        ("while sending, before it leaves", "it did not"),
        ("while sending, after it left", "it happened"),
    ],
)
def test_a_kill_between_claim_and_settlement_is_asked_about(
    kill: Kill, whole: tuple[Seen, list[str]], place: str, settled: str
) -> None:
    verdict = judge(whole[0], kill(place))
    assert (verdict.word, verdict.settled, verdict.why) == ("unknown", settled, ())


def test_a_place_that_is_never_reached_is_no_success(whole: tuple[Seen, list[str]]) -> None:
    verdict = judge(whole[0], Ended(whole[0], died=False))
    assert (verdict.word, verdict.why) == ("WRONG", ("the worker never came to this place",))


def test_what_happened_twice_outside_is_wrong(whole: tuple[Seen, list[str]]) -> None:
    seen, _ = whole
    twice = replace(seen, outside=[*seen.outside, seen.outside[0]])
    assert judge(seen, Ended(twice, died=True)).word == "WRONG"


def test_an_effect_that_was_open_and_never_asked_about_is_wrong(whole: tuple[Seen, list[str]]) -> None:
    assert (
        judge(whole[0], Ended(whole[0], died=True, open_at_death=("run:1:tool_execute:0",))).word == "WRONG"
    )


def test_a_small_storm_loses_and_doubles_nothing(found: Ground, workers: ProcessPoolExecutor) -> None:
    stormed = workers.submit(work, found, kills=6, tickets=6, seed=1).result()
    assert stormed.wrong() == []
