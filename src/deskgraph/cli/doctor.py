"""Checking what the desk needs, without changing anything."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import click

from deskgraph.cli.door import asynchronous, read_settings
from deskgraph.cli.output import put, table
from deskgraph.database import Connection, database, get_setting, has_vector, open_pool, pending, transaction
from deskgraph.errors import DeskError
from deskgraph.settings import Settings


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. What is not `ok` stops the desk."""

    name: str
    ok: bool
    detail: str


@click.command
@asynchronous
async def doctor() -> int:
    """Check everything the desk needs, and say what is wrong."""
    checks: list[Check] = []
    try:
        settings = read_settings()
    except DeskError as error:
        checks.append(Check("settings", False, str(error)))
    else:
        checks.append(Check("settings", True, f"home is {settings.home.resolve()}"))
        stored = Stored()
        checks += [check async for check in _database(settings, stored)]
        checks += [_packs(settings, stored.packs), _models(settings, stored.models)]
    healthy = all(check.ok for check in checks)
    rows = [("ok" if check.ok else "wrong", check.name, check.detail) for check in checks]
    put({"ok": healthy, "checks": checks}, table(["", "what", "found"], rows))
    return 0 if healthy else 1


@dataclass
class Stored:
    """What people set while the desk ran, as far as the database could be read."""

    models: dict[str, str] = field(default_factory=dict)
    packs: list[str] = field(default_factory=list)


def _packs(settings: Settings, stored: list[str]) -> Check:
    from deskgraph.tools import load_packs

    try:
        packs = load_packs(settings.model_copy(update={"packs": (*settings.packs, *stored)}))
    except DeskError as error:
        return Check("packs", False, str(error))
    tools = [tool.name for pack in packs for tool in pack.tools]
    return Check("packs", True, f"{', '.join(pack.name for pack in packs) or 'none'}; tools: {len(tools)}")


def _models(settings: Settings, stored: dict[str, str]) -> Check:
    from deskgraph.models import choose

    try:
        chosen = choose(settings, stored)
    except DeskError as error:
        return Check("models", False, str(error))
    return Check("models", True, ", ".join(f"{purpose} {name}" for purpose, name in chosen.items()))


async def _database(settings: Settings, stored: Stored) -> AsyncIterator[Check]:
    kind = "embedded" if settings.database_url is None else "by its address"
    async with AsyncExitStack() as stack:
        try:
            url = await stack.enter_async_context(database(settings))
            pool = await stack.enter_async_context(open_pool(url, settings))
            conn = await stack.enter_async_context(transaction(pool))
        except DeskError as error:
            yield Check("database", False, str(error))
            return
        version = conn.info.server_version
        yield Check(
            "database", version >= 150_000, f"PostgreSQL {version // 10_000}.{version % 10_000}, {kind}"
        )
        waiting = await pending(conn)
        told = f"pending: {', '.join(waiting)}; run `deskgraph migrate`" if waiting else "up to date"
        yield Check("migrations", not waiting, told)
        if not waiting:
            stored.models = await get_setting(conn, "models") or {}
            stored.packs = await get_setting(conn, "packs") or []
            yield await _search(conn)
            yield await _worker(conn, settings)


async def _search(conn: Connection) -> Check:
    vector = await has_vector(conn)
    return Check(
        "search", True, "words and meaning" if vector else "words only: the database has no pgvector"
    )


async def _worker(conn: Connection, settings: Settings) -> Check:
    from deskgraph.runs import worker_alive

    alive = await worker_alive(conn, settings.lease_seconds)
    return Check(
        "worker", True, "alive" if alive else "none is alive; `deskgraph serve` and `worker` start one"
    )
