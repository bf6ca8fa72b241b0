"""Checking what the desk needs, without changing anything."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from deskgraph.cli.checkup import LOOKS, Check, check, migrations, pooler
from deskgraph.cli.door import asynchronous, read_settings
from deskgraph.cli.output import put, table
from deskgraph.database import database, get_setting, open_pool, transaction
from deskgraph.errors import DeskError
from deskgraph.settings import Settings

if TYPE_CHECKING:
    from deskgraph.tools import Standing


@click.command
@asynchronous
async def doctor() -> int:
    """Check everything the desk needs, and say what is wrong."""
    checks: list[Check] = []
    try:
        settings = read_settings()
    except DeskError as error:
        checks.append(check("settings", error.message, error.hint, "bad"))
    else:
        checks.append(check("settings", f"home is {settings.home.resolve()}"))
        stored = Stored()
        checks += [each async for each in _database(settings, stored)]
        checks += [_packs(settings, stored.packs), _models(settings, stored.models)]
        checks += await _servers(settings)
    healthy = all(each.ok for each in checks)
    rows = [(each.level, each.name, each.detail, each.todo) for each in checks]
    put({"ok": healthy, "checks": checks}, table(["", "what", "found", "to do"], rows))
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
        return check("packs", error.message, error.hint, "bad")
    tools = [tool.name for pack in packs for tool in pack.tools]
    return check("packs", f"{', '.join(pack.name for pack in packs) or 'none'}; tools: {len(tools)}")


async def _servers(settings: Settings) -> list[Check]:
    """Each MCP server is started or reached, asked for its tools, and left again."""
    from deskgraph.tools import Toolbox, servers_of

    try:
        servers = servers_of(settings, Toolbox())
    except DeskError as error:
        return [check("mcp servers", error.message, error.hint, "bad")]
    async with servers.connected(silent=True):
        return [_server(standing) for standing in servers.standings]


def _server(standing: "Standing") -> Check:
    name = f"mcp {standing.server}"
    if not standing.up:
        todo = "The desk works without its tools, and takes them when it comes: see its own logs."
        return check(name, standing.why, todo, "warn")
    tools, left_out = standing.made.tools, standing.made.left_out
    steering = [tool.name for tool in tools if tool.findings]
    detail = f"up; tools: {len(tools)}"
    if steering:
        detail += f"; texts that read like orders to a machine are kept from models: {', '.join(steering)}"
    if left_out:
        detail += f"; left out: {'; '.join(f'{each} ({why})' for each, why in left_out.items())}"
    if not steering and not left_out:
        return check(name, detail)
    return check(name, detail, "`deskgraph tools` shows them; name those you want in `only`.", "warn")


def _models(settings: Settings, stored: dict[str, str]) -> Check:
    from deskgraph.models import choose

    try:
        chosen = choose(settings, stored)
    except DeskError as error:
        return check("models", error.message, error.hint, "bad")
    return check("models", ", ".join(f"{purpose} {name}" for purpose, name in chosen.items()))


async def _database(settings: Settings, stored: Stored) -> AsyncIterator[Check]:
    async with AsyncExitStack() as stack:
        try:
            url = await stack.enter_async_context(database(settings))
            # Before a transaction is open: a pooler that has one server connection left would wait for its end.
            stands = await pooler(url)
            pool = await stack.enter_async_context(open_pool(url, settings))
            conn = await stack.enter_async_context(transaction(pool))
            version = conn.info.server_version
            # An address that was set may hold a password; that of the embedded server is how `pg_dump` finds it.
            where = "by its address" if settings.database_url else f"embedded, at {url}"
            yield check("database", f"PostgreSQL {version // 10_000}.{version % 10_000}, {where}")
            yield stands
            ready = await migrations(conn, settings)
            yield ready
            if ready.ok:
                stored.models = await get_setting(conn, "models") or {}
                stored.packs = await get_setting(conn, "packs") or []
                for look in LOOKS:
                    yield await look(conn, settings)
        except DeskError as error:
            yield check("database", error.message, error.hint, "bad")
