"""What an agent may do on this desk: its tools, and the servers that some of them come from."""

from contextlib import AsyncExitStack
from typing import Any

import click
from rich.table import Table

from deskgraph.cli.door import asynchronous, open_desk
from deskgraph.cli.output import put, table, wants_json
from deskgraph.tools import Standing, Tool


@click.command
@asynchronous
async def tools() -> None:
    """List the tools, with what each may do and where it comes from.

    MCP servers are started or reached to ask them, and left again.
    """
    async with AsyncExitStack() as stack:
        desk = await stack.enter_async_context(open_desk())
        await stack.enter_async_context(desk.servers.connected(silent=True))
        found, servers = list(desk.toolbox), desk.servers.standings
    document = {"tools": [_tool(tool) for tool in found], "servers": [_server(each) for each in servers]}
    put(document, _tools(found))
    if servers and not wants_json():
        put(None, _servers(servers))


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "help": tool.help,
        "policy": tool.policy,
        "audiences": sorted(tool.audiences),
        "approver": tool.approver.rule if tool.policy != "read_only" else None,
        "timeout": tool.timeout,
        "from": tool.module,
        "server": tool.server or None,
        "fill": dict(tool.fill),
        "findings": [finding.model_dump(mode="json") for finding in tool.findings],
        "schema": tool.schema,
    }


def _server(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.server,
        "up": standing.up,
        "why": standing.why,
        "left_out": dict(standing.made.left_out),
    }


def _tools(found: list[Tool]) -> Table | str:
    rows = [
        (
            tool.name,
            tool.policy,
            ", ".join(sorted(tool.audiences)),
            tool.approver.rule if tool.policy != "read_only" else "",
            tool.module,
        )
        for tool in found
    ]
    return table(["tool", "policy", "for", "who approves", "from"], rows) if rows else "There are no tools."


def _servers(standings: tuple[Standing, ...]) -> Table:
    rows = [
        (each.server, "up" if each.up else "away", each.why or _left_out(each) or "all its tools are taken")
        for each in standings
    ]
    return table(["server", "", "what"], rows)


def _left_out(standing: Standing) -> str:
    return "; ".join(f"{name}: {why}" for name, why in standing.made.left_out.items())
