"""All MCP servers of a process: started together, kept while runs are worked, and ended with them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deskgraph.settings import Settings
from deskgraph.telemetry import log, observe_server
from deskgraph.tools.mcp_config import ServerSpec, read_servers
from deskgraph.tools.mcp_standing import Standing
from deskgraph.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from deskgraph.tools.mcp_server import Server

# Beyond the grace that a child gets to end by itself, and to be ended.
_END_SECONDS = 15.0


class Servers:
    """The servers of a desk, and how each is. Nothing is connected until somebody works runs."""

    def __init__(self, specs: Mapping[str, ServerSpec], settings: Settings, toolbox: Toolbox) -> None:
        self._specs, self._settings, self._toolbox = specs, settings, toolbox
        self._users = 0
        self._kept = _Kept()

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How each server is now; none while nothing is connected."""
        return tuple(server.standing for server in self._kept.servers)

    @asynccontextmanager
    async def connected(self, *, silent: bool = False) -> AsyncIterator[None]:
        """Connect to all servers at once, and wait `mcp_connect_seconds` for them at most: who is not there by then
        comes when it can. Their processes end when the last user has left. `silent` logs nothing."""
        self._users += 1
        try:
            if self._users == 1:
                self._kept = self._start(_silent if silent else _told())
            await self._kept.first_tries(self._settings.mcp_connect_seconds)
            yield
        finally:
            self._users -= 1
            if not self._users:
                kept, self._kept = self._kept, _Kept()
                await kept.end()
                for server in kept.servers:
                    self._toolbox.withdraw(server.name, server.prefix)

    def _start(self, tell: Callable[[Standing], None]) -> "_Kept":
        if not self._specs:
            return _Kept()
        # It takes its time to import, and most desks have no server.
        from deskgraph.tools.mcp_server import Server

        kept = _Kept([Server(*each, self._settings, self._toolbox, tell) for each in self._specs.items()])
        kept.tasks.extend(asyncio.create_task(server.keep(kept.stop)) for server in kept.servers)
        return kept


def servers_of(settings: Settings, toolbox: Toolbox) -> Servers:
    """The servers that the file of the settings names. `Misconfigured` for a file that cannot be read."""
    named = {} if settings.mcp_servers is None else read_servers(settings.mcp_servers)
    return Servers(named, settings, toolbox)


@dataclass
class _Kept:
    servers: Sequence["Server"] = ()
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def first_tries(self, seconds: float) -> None:
        waits = [asyncio.create_task(server.tried.wait()) for server in self.servers]
        if waits:
            await asyncio.wait(waits, timeout=seconds)
        for wait in waits:
            wait.cancel()

    async def end(self) -> None:
        self.stop.set()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=_END_SECONDS)
        for task in self.tasks:
            task.cancel()


def _told() -> Callable[[Standing], None]:
    """What tells operators how servers are: a gauge, and a line when one comes or goes, or is away for another
    reason."""
    before: dict[str, tuple[bool, str]] = {}

    def tell(now: Standing) -> None:
        observe_server(now.server, now.up)
        if before.get(now.server) != (now.up, now.why):
            before[now.server] = (now.up, now.why)
            what = (
                {"tools": len(now.made.tools), "left_out": len(now.made.left_out)}
                if now.up
                else {"why": now.why}
            )
            log(f"mcp server {'up' if now.up else 'away'}", server=now.server, **what)

    return tell


def _silent(now: Standing) -> None:
    """For whoever prints how they are."""
