"""The boundaries of a run, by name, and a death at one of them.

A worker process passes them in order: before and after each node, after each commit that a run's work makes, and those
that the tool and the sender mark themselves. They are found by wrapping, in that process only, what every run goes
through; nothing of it stands in the product. Nodes and statements are named by themselves, so that new ones are
boundaries without a line being changed here.
"""

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import psycopg

from deskgraph.database import Queries
from deskgraph.graphs.node import RunningNode

_WRITES = re.compile(r"\b(insert into|update \w+\s+set|delete from|append_event\()", re.IGNORECASE)
_TABLE = re.compile(r"\b(?:insert into|update|delete from)\s+([\w.]+)", re.IGNORECASE)
# How often a worker looks at a lane, or says that it is alive, is no boundary of a run.
_HOUSEKEEPING = frozenset(
    [
        "worker_seen",
        "worker_gone",
        "renew",
        "release",
        "take_lease",
        "raise_fence",
        "interrupt_abandoned",
        "expire_overdue",
    ]
)
COMMITTED = "committed"


class Places:
    """Where this process has been. At `deadly` it ends, by SIGKILL; with a `trace` each place is a line there."""

    def __init__(self, deadly: str | None = None, trace: Path | None = None) -> None:
        self._deadly = deadly
        self._trace = None if trace is None else os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._times: Counter[str] = Counter()
        self._last = "the start"

    def committed(self, names: Sequence[str]) -> None:
        """A transaction with these statements has ended. The place says what was before it."""
        self._pass(f"{COMMITTED} {'+'.join(names)}, after: {self._last}")

    def passed(self, name: str) -> None:
        """This process is at a place. The second time it is another: `name (2)`."""
        self._last = name
        self._pass(name)

    def _pass(self, name: str) -> None:
        self._times[name] += 1
        times = self._times[name]
        place = name if times == 1 else f"{name} ({times})"
        if self._trace is not None:
            os.write(self._trace, f"{place}\n".encode())
        if place == self._deadly:
            os.kill(os.getpid(), signal.SIGKILL)


# The places of this process; a process that nobody watches passes them and goes on.
_HERE = [Places()]


def passed(name: str) -> None:
    """This process is at a place."""
    _HERE[-1].passed(name)


def watch(places: Places) -> None:
    """From here on this process passes these places. For good: it is one that will be killed."""
    _HERE.append(places)
    _watch_nodes()
    _watch_commits(_statement_names())


def _watch_nodes() -> None:
    _around(
        RunningNode,
        "_run",
        before=lambda node: passed(f"before {node.name}"),
        after=lambda node, _: passed(f"after {node.name}"),
    )


def _watch_commits(names: dict[str, str]) -> None:
    """A commit is named after the writing statements of its transaction, in order; one that only keeps house is no
    place. Outside of a transaction each statement is one."""
    written: WeakKeyDictionary[psycopg.AsyncConnection[Any], list[str]] = WeakKeyDictionary()

    def committed(conn: psycopg.AsyncConnection[Any]) -> None:
        if conn.info.transaction_status == psycopg.pq.TransactionStatus.IDLE:
            done = written.pop(conn, [])
            if telling := [name for name in dict.fromkeys(done) if name not in _HOUSEKEEPING]:
                _HERE[-1].committed(telling)

    _around(
        psycopg.AsyncTransaction, "__aexit__", after=lambda transaction, _: committed(transaction.connection)
    )

    def executed(cursor: psycopg.AsyncCursor[Any], statement: object) -> None:
        text = statement if isinstance(statement, str) else ""
        if _WRITES.search(text) and "procrastinate" not in text:
            written.setdefault(cursor.connection, []).append(names.get(text) or _named_by_table(text))
        committed(cursor.connection)

    _around(psycopg.AsyncCursor, "execute", after=executed)


def _around(
    cls: type[Any],
    method: str,
    *,
    before: Callable[[Any], None] = lambda _: None,
    after: Callable[[Any, object], None],
) -> None:
    """Wrap a method; `after` gets its first argument, too, and is not called when it raised."""
    inner = getattr(cls, method)

    @wraps(inner)
    async def call(self: Any, *given: Any, **named: Any) -> Any:
        before(self)
        result = await inner(self, *given, **named)
        after(self, given[0] if given else None)
        return result

    setattr(cls, method, call)


def _named_by_table(text: str) -> str:
    """A library's statement has no name; its table says what it is about."""
    found = _TABLE.search(text)
    return found[1] if found else "?"


def _statement_names() -> dict[str, str]:
    """The text of each named statement that is loaded, and its name."""
    found: dict[str, str] = {}
    for module in list(sys.modules.values()):
        queries = getattr(module, "QUERIES", None)
        if isinstance(queries, Queries):
            found |= {queries[name]: name for name in queries.names()}
    return found
