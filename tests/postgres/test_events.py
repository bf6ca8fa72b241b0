"""Events: numbered without gaps, each key once, seen by whom they are meant for."""

import asyncio
from functools import partial

import pytest
from psycopg import AsyncConnection

from deskgraph.database import Connection, Pool, transaction
from deskgraph.events import (
    EVENTS,
    HandlingChanged,
    RunParked,
    StatusChanged,
    StepDone,
    StepSeen,
    append,
    last_number,
    since,
)

from .racing import in_transaction, race

SUBJECT = "ticket:1001"


async def test_events_are_numbered_from_one_and_read_after_a_number(conn: Connection) -> None:
    for node in ("a", "b", "c"):
        await append(conn, SUBJECT, StepSeen(node=node), key=node)
    assert [(event.number, event.payload) for event in await since(conn, SUBJECT, 1)] == [
        (2, {"node": "b"}),
        (3, {"node": "c"}),
    ]
    assert await last_number(conn, SUBJECT) == 3
    assert await last_number(conn, "ticket:7") == 0


async def test_a_repeated_key_gives_the_first_number_and_no_second_event(conn: Connection) -> None:
    first = await append(conn, SUBJECT, StepSeen(node="a"), key="step")
    await append(conn, SUBJECT, RunParked(), key="parked")
    assert await append(conn, SUBJECT, StepSeen(node="other"), key="step") == first
    assert await last_number(conn, SUBJECT) == 2


async def test_the_same_key_of_two_subjects_is_two_events(conn: Connection) -> None:
    assert await append(conn, SUBJECT, RunParked(), key="k") == 1
    assert await append(conn, "ticket:1002", RunParked(), key="k") == 1


async def test_writers_at_once_leave_no_gap_and_no_double(pool: Pool) -> None:
    async def writer(conn: Connection, number: int) -> int:
        return await append(conn, SUBJECT, StepSeen(node=str(number)), key=str(number))

    numbers = await race(pool, [partial(writer, number=number) for number in range(8)])
    assert sorted(map(str, numbers)) == list("12345678")


async def test_the_same_key_written_at_once_is_one_event(pool: Pool) -> None:
    given = await race(pool, [lambda conn: append(conn, SUBJECT, RunParked(), key="parked")] * 6)
    assert given == [1] * 6
    async with transaction(pool) as conn:
        assert len(await since(conn, SUBJECT, 0)) == 1


async def test_an_event_of_a_transaction_that_fails_leaves_no_gap(pool: Pool) -> None:
    async def fail(conn: Connection) -> None:
        await append(conn, SUBJECT, RunParked(), key="lost")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await in_transaction(pool, fail)
    async with transaction(pool) as conn:
        assert await append(conn, SUBJECT, RunParked(), key="kept") == 1


async def test_a_customer_sees_only_what_is_meant_for_customers(conn: Connection) -> None:
    await append(conn, SUBJECT, StepDone(node="a", decision="Answer", ms=3), key="1")
    await append(conn, SUBJECT, StatusChanged(status="waiting"), key="2")
    await append(conn, SUBJECT, HandlingChanged(handling="needs_human", reason="angry"), key="3")
    assert [event.type for event in await since(conn, SUBJECT, 0, audience="customer")] == ["status.changed"]
    assert len(await since(conn, SUBJECT, 0)) == 3


def test_what_the_customer_may_see_is_this_list_and_every_other_type_is_the_teams() -> None:
    assert {name for name, event in EVENTS.items() if event.audience == "customer"} == {
        "ticket.opened",
        "message.sent",
        "step.seen",
        "status.changed",
    }


def test_every_type_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == len({event.__name__ for event in EVENTS.values()})


async def test_a_stored_payload_is_one_of_its_type(conn: Connection) -> None:
    event = StepDone(node="a", decision=None, ms=3)
    await append(conn, SUBJECT, event, key="1")
    (recorded,) = await since(conn, SUBJECT, 0)
    assert EVENTS[recorded.type].model_validate(recorded.payload) == event


async def test_characters_that_no_column_takes_do_not_stop_an_event(conn: Connection) -> None:
    await append(conn, SUBJECT, HandlingChanged(handling="agent", reason="a\x00b\ud800c"), key="1")
    (recorded,) = await since(conn, SUBJECT, 0)
    assert recorded.payload["reason"] == "abc"


async def test_an_event_is_announced_when_its_transaction_commits(pool: Pool, database_url: str) -> None:
    async with await AsyncConnection.connect(database_url, autocommit=True) as listener:
        await listener.execute("listen deskgraph_event")
        async with transaction(pool) as conn:
            await append(conn, SUBJECT, RunParked(), key="parked")
        async with asyncio.timeout(20):
            async for notice in listener.notifies(stop_after=1):
                assert notice.payload == f"{SUBJECT} 1"


async def test_a_number_beyond_every_number_has_nothing_after_it(conn: Connection) -> None:
    await append(conn, SUBJECT, RunParked(), key="parked")
    assert await since(conn, SUBJECT, 2**70) == []
