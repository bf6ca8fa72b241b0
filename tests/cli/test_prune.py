"""`deskgraph prune`: a table of what went, one document with --json, and a dry run that changes nothing."""

import json
from contextlib import closing
from typing import Any

import psycopg
import pytest

from deskgraph.worker.retention import KINDS, LOCK
from tests.graphs.paid_model import PaidModel

from .called import Called, call


@pytest.fixture
def rows(paid: PaidModel, database_url: str) -> Any:
    """The database: a run that finished long ago, with five old events."""
    with closing(psycopg.connect(database_url, autocommit=True)) as conn:
        conn.execute("insert into customer (email) values ('ada@example.com')")
        conn.execute("insert into ticket (customer_id, subject) select id, 'Lamps' from customer")
        conn.execute("insert into lane (key) values ('ticket:1001:customer')")
        conn.execute(
            "insert into run (graph, ticket_id, lane, position, state, actor, finished_at) "
            "values ('support', 1001, 'ticket:1001:customer', 1, 'done', 'a', now() - interval '1000 days')"
        )
        conn.execute("insert into subject (key, last_event) values ('ticket:1001', 5)")
        conn.execute(
            "insert into event (subject, number, key, type, created_at) "
            "select 'ticket:1001', n, n, 'step.done', now() - interval '1000 days' from generate_series(1, 5) n"
        )
        yield conn


def counted(called: Called) -> dict[str, int]:
    assert called.status == 0, called.err
    document = json.loads(called.out)
    assert document["complete"] is True
    assert list(document["counts"]) == list(KINDS)
    return {kind: count for kind, count in document["counts"].items() if count}


def events(rows: Any) -> int:
    return int(rows.execute("select count(*) from event").fetchone()[0])


def test_a_dry_run_counts_what_goes_and_nothing_does(rows: Any) -> None:
    assert counted(call("--json", "prune", "--dry-run")) == {"events": 5}
    assert events(rows) == 5
    assert counted(call("--json", "prune")) == {"events": 5}
    assert events(rows) == 0
    assert counted(call("--json", "prune")) == {}


def test_people_get_a_table(rows: Any) -> None:
    told = call("prune", "--dry-run")
    assert (told.status, told.err) == (0, "")
    lines = [line.split() for line in told.out.splitlines()]
    assert ["what", "would", "go"] in lines
    assert ["events", "5"] in lines
    assert ["settled", "effects", "0"] in lines


def test_long_work_says_how_far_it_is_and_ends_in_time(rows: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows.execute(
        "insert into event (subject, number, key, type, created_at) "
        "select 'ticket:1001', n, n, 'step.done', now() - interval '1000 days' from generate_series(6, 100) n"
    )
    monkeypatch.setenv("DESKGRAPH_PRUNE_BATCH", "1")
    told = call("prune")
    assert told.status == 0
    assert "So far: " in told.err
    assert events(rows) == 0
    monkeypatch.setenv("DESKGRAPH_PRUNE_SECONDS", "0.000001")
    hasty = call("--json", "prune")
    assert json.loads(hasty.out)["complete"] is False
    assert "run it again" in hasty.err


def test_another_process_at_it_is_told_in_one_line(rows: Any) -> None:
    rows.execute("select pg_advisory_lock(%s)", (LOCK,))
    told = call("prune")
    assert (told.status, told.out, told.err.count("\n")) == (1, "", 1)
    assert "Another process is pruning" in told.err
