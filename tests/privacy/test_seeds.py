"""Fifty tickets with personal data over real HTTP, a real worker and a real provider's interface: what is found of them
afterwards, and where."""

import pytest

from bench.seeds import Row, rows_of
from bench.seeds_work import ROUTES, Told, seeds, told

OUTCOMES = {
    "answered": "done answered",
    "looked_up": "done answered",
    "acted": "done acted",
    "escalated": "done escalated",
    "clashed": "done answered",
    "searched": "done answered",
    "garbage": "done escalated",
    "unsent": "done stopped",
}


@pytest.fixture(scope="module", params=[False, True], ids=["masking off", "masking on"])
def worked(request: pytest.FixtureRequest) -> tuple[bool, Told]:
    return request.param, told(masked=request.param)


def test_nothing_of_them_is_told_and_models_get_them_only_where_nothing_is_masked(
    worked: tuple[bool, Told],
) -> None:
    masked, found = worked
    assert [row for row in rows_of(found, seeds(), masked=masked) if not row.kept] == []


def test_every_place_was_really_written_to(worked: tuple[bool, Told]) -> None:
    """An empty log holds nobody's address."""
    _, found = worked
    assert [place for place, text in found.places.items() if len(text) < 200] == []
    assert "Exception in ASGI application" in found.places["log"]
    assert "UniqueViolation" in found.places["log"]
    assert "openai" in found.places["log"]
    assert "chat repeating" in found.places["spans"]


def test_masking_changes_nothing_of_what_becomes_of_a_ticket(worked: tuple[bool, Told]) -> None:
    _, found = worked
    assert {seed.route for seed in seeds()} == set(ROUTES)
    strange = {
        seed.number: (seed.route, found.outcomes.get(seed.number))
        for seed in seeds()
        if found.outcomes.get(seed.number) != OUTCOMES.get(seed.route, found.outcomes.get(seed.number, "?"))
    }
    assert strange == {}
    assert len(found.outcomes) == 50
    assert len(found.answers) >= 30


def test_a_seed_that_is_told_would_be_found() -> None:
    """The measurement itself, on a desk that tells everything."""
    everything = "\n".join(f"{seed.text} {seed.sender}" for seed in seeds())
    spoken = Told(places={"log": everything}, tools=[])
    short = [row for row in rows_of(spoken, seeds(), masked=True) if not row.kept]
    assert short[:2] == [Row(True, "log", 50, 50, 0), Row(True, "log: senders", 50, 50, 0)]
