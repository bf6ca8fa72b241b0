"""What `doctor` asks the database: each look is one check, with what to do where something is wrong."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from deskgraph.database import Connection, has_vector, pending
from deskgraph.database.fitness import between, clock_skew, invalid_indexes, room
from deskgraph.settings import Settings

Level = Literal["ok", "warn", "bad"]
# Leases and expiries are told by the database's clock, logs and traces by this machine's.
_SKEW_SECONDS = 2.0
_HOUR = 3_600


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: how it is, and what to do about it. `bad` stops the desk; `warn` does not."""

    name: str
    ok: bool
    level: Level
    detail: str
    todo: str = ""


def check(name: str, detail: str, todo: str = "", level: Level = "ok") -> Check:
    """A check; one that is not fine says what to do."""
    return Check(name, level != "bad", level, detail, todo)


async def migrations(conn: Connection, settings: Settings) -> Check:
    waiting = await pending(conn)
    if waiting:
        return check("migrations", f"pending: {', '.join(waiting)}", "Run `deskgraph migrate`.", "bad")
    return check("migrations", "up to date")


async def connections(conn: Connection, settings: Settings) -> Check:
    from deskgraph.runs.health import workers_alive
    from deskgraph.runs.queue import CONNECTIONS

    there = await room(conn)
    workers = await workers_alive(conn, settings.lease_seconds)
    each = settings.pool_size + CONNECTIONS + 1
    detail = (
        f"{there.open} open; {workers} worker(s) of up to {each} each, and {there.allowed} are allowed in all"
    )
    if workers * each <= there.allowed:
        return check("connections", detail)
    return check(
        "connections",
        detail,
        "Raise max_connections, or lower DESKGRAPH_POOL_SIZE or the number of workers.",
        "warn",
    )


async def indexes(conn: Connection, settings: Settings) -> Check:
    broken = await invalid_indexes(conn)
    if broken:
        return check(
            "indexes", f"invalid: {', '.join(broken)}", "Build each anew with `reindex index`.", "warn"
        )
    return check("indexes", "all valid")


async def clock(conn: Connection, settings: Settings) -> Check:
    skew = await clock_skew(conn)
    if abs(skew) > _SKEW_SECONDS:
        how = "ahead of" if skew > 0 else "behind"
        return check(
            "clock",
            f"the database is {abs(skew):.1f} s {how} this machine",
            "Have both set their clocks by NTP: times in logs and rows do not fit together.",
            "warn",
        )
    return check("clock", "the database and this machine agree")


async def search(conn: Connection, settings: Settings) -> Check:
    vector = await has_vector(conn)
    return check("search", "words and meaning" if vector else "words only: the database has no pgvector")


async def worker(conn: Connection, settings: Settings) -> Check:
    from deskgraph.runs.health import workers_alive

    alive = await workers_alive(conn, settings.lease_seconds)
    if alive:
        return check("worker", f"{alive} alive")
    return check("worker", "none is alive", "`deskgraph serve` and `deskgraph worker` start one.", "warn")


async def runs(conn: Connection, settings: Settings) -> Check:
    from deskgraph.runs.health import left_behind

    left = await left_behind(conn)
    if left:
        some = ", ".join(map(str, left[:5])) + (" and more" if left[5:] else "")
        todo = "A living worker takes them up within seconds: start one, or run `deskgraph resume --all`."
        return check("runs", f"in their middle, and nobody works them: {some}", todo, "warn")
    return check("runs", "none is left behind")


async def approvals(conn: Connection, settings: Settings) -> Check:
    from deskgraph.effects.health import longest_wait

    waited = await longest_wait(conn)
    if waited is None:
        return check("approvals", "none waits")
    detail = f"the oldest has waited {waited / _HOUR:.1f} hours"
    if waited > settings.approval_hours * _HOUR:
        return check("approvals", detail, "It is overdue: `deskgraph approvals` lists what waits.", "warn")
    return check("approvals", detail)


async def effects(conn: Connection, settings: Settings) -> Check:
    from deskgraph.effects.health import unknown_effects

    unknown = await unknown_effects(conn)
    if unknown:
        todo = "Find out in the system each one acts on, then `deskgraph settle`."
        return check("effects", f"{unknown} of unknown outcome", todo, "warn")
    return check("effects", "every outcome is known")


async def pooler(url: str) -> Check:
    match await between(url):
        case "nothing":
            return check("pooler", "none: the connection is direct")
        case "sessions":
            todo = "Workers listen and hold locks: make sure that it pools sessions, or give them a direct address."
            return check("pooler", "one stands before the database", todo, "warn")
        case "transactions":
            todo = "Workers and migrations need a direct address: notifications and locks are lost behind it."
            return check("pooler", "it pools transactions", todo, "bad")


Look = Callable[[Connection, Settings], Awaitable[Check]]
# Those that need the tables come after the migrations.
LOOKS: tuple[Look, ...] = (search, worker, connections, runs, approvals, effects, indexes, clock)
