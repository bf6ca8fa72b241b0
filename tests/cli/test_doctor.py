"""`deskgraph doctor`: every look says how it is and what to do; what only warns does not fail."""

import json
import time
from contextlib import closing
from typing import Any

import psycopg
import pytest

from tests.graphs.paid_model import PaidModel
from tests.postgres.pooler import pooler

from .called import call


@pytest.fixture
def rows(paid: PaidModel, database_url: str) -> Any:
    with closing(psycopg.connect(database_url, autocommit=True)) as conn:
        yield conn


def checks(*, status: int = 0) -> dict[str, dict[str, Any]]:
    told = call("--json", "doctor")
    assert told.status == status, told.err
    document = json.loads(told.out)
    assert document["ok"] is (status == 0)
    return {check["name"]: check for check in document["checks"]}


def levels(*, status: int = 0) -> dict[str, str]:
    return {name: check["level"] for name, check in checks(status=status).items() if check["level"] != "ok"}


def test_a_sound_desk_has_nothing_to_do(rows: Any) -> None:
    rows.execute("insert into worker (name) values ('w')")
    assert levels() == {}
    told = call("doctor")
    assert told.status == 0
    assert all(line.startswith("ok") for line in told.out.splitlines()[2:] if line.strip())


def test_whatever_is_not_fine_says_what_to_do(rows: Any) -> None:
    assert checks()["worker"]["todo"]
    assert "`deskgraph worker`" in call("doctor").out


def test_more_workers_than_the_database_takes_is_a_warning(
    rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows.execute("insert into worker (name) select n from generate_series(1, 5) n")
    assert levels() == {}
    monkeypatch.setenv("DESKGRAPH_POOL_SIZE", "60")
    assert levels() == {"connections": "warn"}
    assert "5 worker(s) of up to 65 each" in checks()["connections"]["detail"]
    rows.execute("update worker set seen_at = now() - interval '1 hour' where name <> '1'")
    assert levels() == {}


def test_what_waits_and_what_was_left_is_told(rows: Any) -> None:
    rows.execute("insert into worker (name) values ('w')")
    rows.execute("insert into customer (email) values ('ada@example.com')")
    rows.execute("insert into ticket (customer_id, subject) select id, 'Lamps' from customer")
    rows.execute("insert into lane (key) values ('a'), ('b')")
    rows.execute(
        "insert into run (graph, ticket_id, lane, position, state, actor) "
        "values ('support', 1001, 'a', 1, 'interrupted', 'a'), ('support', 1001, 'b', 1, 'parked', 'a')"
    )
    rows.execute(
        "insert into approval (run_id, interrupt_id, kind, action, bound_hash, expires_at, created_at) "
        "values (2, 'i', 'tool', 'refund', '', now(), now() - interval '2 hours')"
    )
    rows.execute(
        "insert into effect (run_id, key, action, state, fence) values (2, 'k', 'refund', 'unknown', 1)"
    )
    assert levels() == {"runs": "warn", "effects": "warn"}
    assert checks()["approvals"]["detail"] == "the oldest has waited 2.0 hours"
    rows.execute("update approval set created_at = now() - interval '9 days'")
    rows.execute(
        "insert into lease (lane, worker, fence, until) values ('a', 'w', 1, now() + interval '1 hour')"
    )
    assert levels() == {"approvals": "warn", "effects": "warn"}


def test_a_clock_that_is_off_is_told(rows: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows.execute("insert into worker (name) values ('w')")
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 10)
    assert levels() == {"clock": "warn"}
    assert "10.0 s ahead of this machine" in checks()["clock"]["detail"]


def test_a_pooler_of_transactions_is_no_place_for_a_worker(
    rows: Any, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows.execute("insert into worker (name) values ('w')")
    with pooler(database_url, transactions=False) as url:
        monkeypatch.setenv("DESKGRAPH_DATABASE_URL", url)
        assert levels() == {"pooler": "warn"}
    with pooler(database_url, transactions=True) as url:
        monkeypatch.setenv("DESKGRAPH_DATABASE_URL", url)
        assert levels(status=1)["pooler"] == "bad"


def test_pending_migrations_end_the_look(rows: Any) -> None:
    rows.execute(
        "delete from migration where name = (select max(name) from migration where name ~ '^[0-9]{4}_')"
    )
    assert levels(status=1) == {"migrations": "bad"}
    assert "deskgraph migrate" in checks(status=1)["migrations"]["todo"]


def test_a_database_that_does_not_answer_is_one_bad_line(
    paid: PaidModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESKGRAPH_DATABASE_URL", "postgresql://desk@127.0.0.1:1/desk")
    found = checks(status=1)
    assert found["database"]["level"] == "bad"
    assert "DESKGRAPH_DATABASE_URL" in found["database"]["todo"]
    assert found["models"]["level"] == "ok", "the rest is looked at all the same"
