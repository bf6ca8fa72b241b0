"""What models may cost: caps on a run, a ticket and a day, looked at before each decision."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import Connection, transaction
from deskgraph.effects import approvals
from deskgraph.events import since
from deskgraph.runs import subject_key
from deskgraph.settings import Settings

from .broken_model import BrokenModel, status
from .conftest import opened
from .test_broken_runs import DIRECT, PASSED, SORTED, THANKS, WELL, ticket_of, write

# What a decision of these tests uses: 1,000 tokens in, 100 out.
ONE = 1_100
PRICED = ("openai-chat:first=100/1000",)  # a decision costs 0.1 + 0.1 US dollars


async def rows(conn: Connection, run_id: int) -> list[tuple[Any, ...]]:
    cursor = await conn.execute(
        "select purpose, model, input_tokens, output_tokens, cost from spend where run_id = %s order by id",
        [run_id],
    )
    return [tuple(row.values()) for row in await cursor.fetchall()]


async def spend_of(desk: Desk, run_id: int) -> list[tuple[Any, ...]]:
    async with transaction(desk.pool) as conn:
        return await rows(conn, run_id)


async def test_each_decision_is_a_row_with_what_it_cost(settings: Settings, broken: BrokenModel) -> None:
    broken.says("first", *WELL)
    async with opened(settings, prices=PRICED) as desk:
        run = await write(desk)
        spend = await spend_of(desk, run.id)
    cost = Decimal("0.20000000")
    routing = ("routing", "openai-chat:first", 1_000, 100, cost)
    assert spend == [routing, routing, ("writing", *routing[1:]), ("reviewing", *routing[1:])]


async def test_a_price_that_is_published_is_known_and_another_is_not_zero(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("gpt-4o", SORTED)
    broken.says("first", *WELL[1:])
    async with opened(settings) as desk:
        run = await write(desk, routing="openai-chat:gpt-4o", writing="openai-chat:first")
        (published, *_) = await spend_of(desk, run.id)
        other = await write(desk)
        costs = {row[1]: row[4] for row in await spend_of(desk, other.id)}
    assert published[4] == Decimal("0.00350000")
    assert costs == {"openai-chat:first": None}


async def test_a_decision_that_failed_cost_what_it_used(settings: Settings, broken: BrokenModel) -> None:
    broken.says("first", *({"content": "I would rather talk."} for _ in range(3)), *WELL[1:])
    async with opened(settings, prices=PRICED) as desk:
        run = await write(desk)
        (failed, *_) = await spend_of(desk, run.id)
    assert failed == ("routing", "openai-chat:first", 3_000, 300, Decimal("0.60000000"))


async def test_a_model_that_was_not_reached_cost_nothing_and_its_fallback_did(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", status(503), for_good=True)
    broken.says("second", *WELL)
    async with opened(settings, routing_fallback_model="openai-chat:second") as desk:
        run = await write(desk)
        assert {row[1] for row in await spend_of(desk, run.id)} == {"openai-chat:second"}


async def test_the_builtin_model_costs_nothing_and_counts_against_no_cap(
    settings: Settings, broken: BrokenModel
) -> None:
    builtin = {"routing_model": "builtin", "writing_model": "builtin", "reviewing_model": "builtin"}
    async with opened(settings, run_tokens=1, day_tokens=1, run_cost=Decimal("0.01"), **builtin) as desk:
        run = await write(desk)
        again = await write(desk)
        spend = await spend_of(desk, run.id)
    assert "cap" not in run.reason + again.reason
    assert spend == [], "it uses no tokens, and what used none is no row"


@pytest.mark.parametrize(
    ("caps", "reason"),
    [
        ({"run_tokens": 2 * ONE}, "This run has used 2200 tokens; its cap is 2200 (DESKGRAPH_RUN_TOKENS)."),
        (
            {"run_cost": Decimal("0.4")},
            "This run has used 0.4000 US dollars; its cap is 0.4 (DESKGRAPH_RUN_COST).",
        ),
    ],
    ids=["tokens", "cost"],
)
async def test_a_run_that_reached_its_cap_asks_no_model_and_hands_the_ticket_over_once(
    settings: Settings, broken: BrokenModel, caps: dict[str, object], reason: str
) -> None:
    broken.says("first", *WELL)
    async with opened(settings, prices=PRICED, writing_fallback_model="openai-chat:second", **caps) as desk:
        run = await write(desk)
        assert (run.state, run.outcome) == ("done", "escalated")
        assert reason in run.reason
        ticket = await ticket_of(desk, run)
        assert ticket.handling == "needs_human"
        async with transaction(desk.pool) as conn:
            events = await since(conn, subject_key(ticket.id), 0)
    assert [each.payload["handling"] for each in events if "handling" in each.payload] == ["needs_human"]
    assert (broken.count("first"), broken.count("second")) == (2, 0)


async def test_a_cap_that_is_reached_at_the_first_decision_stops_every_later_one(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("first", *WELL)
    async with opened(settings, run_tokens=1) as desk:
        run = await write(desk)
    assert "DESKGRAPH_RUN_TOKENS" in run.reason
    assert broken.count("first") == 1


async def test_a_cap_that_is_reached_before_the_review_parks_the_draft(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("first", SORTED, DIRECT, THANKS, PASSED)
    async with opened(settings, run_tokens=3 * ONE) as desk:
        run = await write(desk)
        assert run.state == "parked"
        async with transaction(desk.pool) as conn:
            (approval,) = await approvals.of_run(conn, run.id)
    assert approval.text == "You are welcome."
    assert "This run has used 3300 tokens" in approval.question["summary"]


async def test_the_second_run_of_a_ticket_that_reached_its_cap_asks_no_model(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("first", *WELL)
    async with opened(settings, ticket_tokens=4 * ONE) as desk:
        first = await write(desk)
        assert first.outcome == "answered"
        sent = await desk.submit("ada@example.com", "Lamps", "And now?", ticket_id=first.ticket_id)
        assert sent.run_id is not None
        second = await desk.wait(sent.run_id, 30)
        assert second.outcome == "escalated"
        assert "The runs of this ticket have used 4400 tokens; its cap is 4400" in second.reason
        assert (await ticket_of(desk, second)).handling == "needs_human"
        assert broken.count("first") == 4
        broken.says("first", *WELL)
        assert (await write(desk, "bob@example.com")).outcome == "answered"


@pytest.mark.parametrize(
    "cap", [{"day_tokens": 4 * ONE}, {"day_cost": Decimal("0.8")}], ids=["tokens", "cost"]
)
async def test_a_day_that_reached_its_cap_asks_no_model_until_the_next_one(
    settings: Settings, broken: BrokenModel, cap: dict[str, object]
) -> None:
    broken.says("first", *WELL)
    async with opened(settings, prices=PRICED, **cap) as desk:
        assert (await write(desk)).outcome == "answered"
        refused = await write(desk, "bob@example.com")
        assert "The runs of this day (UTC) have used" in refused.reason
        assert broken.count("first") == 4
        async with transaction(desk.pool) as conn:
            # As if it had been spent in the last second of yesterday.
            await conn.execute(
                "update spend set created_at = date_trunc('day', now(), 'UTC') - interval '1 second'"
            )
        broken.says("first", *WELL)
        assert (await write(desk, "eve@example.com")).outcome == "answered"


async def test_runs_at_the_same_time_go_over_a_days_cap_by_what_is_in_flight_at_most(
    settings: Settings, broken: BrokenModel
) -> None:
    broken.says("first", *(SORTED for _ in range(9)), *(DIRECT for _ in range(9)))
    broken.says("first", *(THANKS for _ in range(9)), *(PASSED for _ in range(9)))
    async with opened(settings, day_tokens=4 * ONE) as desk, desk.working(concurrency=3):
        sent = [await desk.submit(f"{n}@example.com", "Lamps", "Thank you.") for n in range(6)]
        ended = [await desk.wait(each.run_id, 30) for each in sent if each.run_id is not None]
        again = await write(desk)
    assert broken.count("first") <= 4 + 3 - 1
    assert all(run.state in ("done", "parked") for run in ended)
    assert "DESKGRAPH_DAY_TOKENS" in again.reason


async def test_a_run_that_is_taken_up_again_knows_what_it_spent(
    settings: Settings, broken: BrokenModel
) -> None:
    """The draft waits for a person; the worker that goes on is another, and asks the rows."""
    broken.says("first", SORTED, DIRECT)
    async with opened(settings, model_timeout=30.0, model_seconds=30.0, stop_seconds=0.0) as desk:
        sent = await desk.submit("ada@example.com", "Lamps", "Thank you.")
        assert sent.run_id is not None
        broken.holds("first", after=2)
        async with desk.working():
            assert await asyncio.to_thread(broken.reached, "first", 3)
    broken.released.set()
    broken.says("first", THANKS, PASSED)
    async with opened(settings, run_tokens=2 * ONE) as desk:
        await desk.resume_all()
        run = await desk.wait(sent.run_id, 30)
    assert "This run has used 2200 tokens" in run.reason
    assert broken.count("first") == 3


@pytest.mark.parametrize("cap", ["run_cost", "ticket_cost", "day_cost"])
async def test_with_a_cap_on_money_a_model_without_a_price_is_not_asked(
    settings: Settings, broken: BrokenModel, cap: str
) -> None:
    async with opened(settings, routing_fallback_model="openai-chat:gpt-4o", **{cap: Decimal(1)}) as desk:
        run = await write(desk)
    assert run.outcome == "escalated"
    assert "no price is known for openai-chat:first" in run.reason
    assert 'DESKGRAPH_PRICES="openai-chat:first=INPUT/OUTPUT"' in run.reason
    assert broken.attempts == {}


async def test_with_a_cap_on_money_a_model_that_does_not_say_what_it_used_is_asked_once(
    settings: Settings, broken: BrokenModel
) -> None:
    words = {"content": "No.", "usage": None}
    broken.says("first", *(dict(words) for _ in range(9)))
    async with opened(settings, prices=PRICED, run_cost=Decimal(1), model_retries=0) as desk:
        run = await write(desk)
    assert "openai-chat:first did not say what it used, and a cap on money is set" in run.reason
    assert broken.count("first") == 1
