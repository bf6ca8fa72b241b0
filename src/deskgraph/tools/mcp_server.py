"""One MCP server, kept: connected, looked at now and then, and tried again with growing waits while it is away."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tenacity import AsyncRetrying, RetryError, stop_when_event_set, wait_exponential

from deskgraph.errors import ToolRefused
from deskgraph.settings import Settings
from deskgraph.tools.mcp_client import Connection, connected
from deskgraph.tools.mcp_config import ServerSpec, prefix
from deskgraph.tools.mcp_lines import LineTooLong
from deskgraph.tools.mcp_standing import Made, Standing
from deskgraph.tools.mcp_tools import Defined, tools_of
from deskgraph.tools.toolbox import Toolbox


class Server:
    """Keeps a toolbox in step with one server for as long as it runs."""

    def __init__(
        self,
        name: str,
        spec: ServerSpec,
        settings: Settings,
        toolbox: Toolbox,
        tell: Callable[[Standing], None],
    ) -> None:
        self.name, self._spec, self._settings, self._toolbox, self._tell = (
            name,
            spec,
            settings,
            toolbox,
            tell,
        )
        self._connection: Connection | None = None
        self._defined: list[Defined] = []
        self._look = asyncio.Event()
        self.tried = asyncio.Event()
        self.standing = Standing(name, up=False, why="it has not been reached yet")
        self.prefix = prefix(name)
        toolbox.withdraw(name, self.prefix)

    async def keep(self, stop: asyncio.Event) -> None:
        """Until `stop` is set. A server that stayed up a while is tried again soon, one that does not with longer
        and longer waits."""
        while not stop.is_set():
            retrying = AsyncRetrying(
                wait=wait_exponential(multiplier=self._settings.mcp_backoff, max=self._settings.mcp_wait),
                sleep=lambda seconds: self._pause(stop, seconds),
                stop=stop_when_event_set(stop),  # type: ignore[arg-type]  # asked for is_set() only
            )
            with contextlib.suppress(RetryError):
                async for attempt in retrying:
                    with attempt:
                        await self._once(stop)

    async def _once(self, stop: asyncio.Event) -> None:
        """Connect, and stay until the server or the desk ends. Raises unless it stayed a while."""
        began = time.monotonic()
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._settings.mcp_connect_seconds):
                    connection = await stack.enter_async_context(
                        connected(self._spec, self._settings, self._look.set)
                    )
                    await self._refresh(connection)
                self.tried.set()
                await self._stay(connection, stop)
        except Exception as error:
            # A stranger's program and a library around it: whatever they raise, the server is away.
            self._lost(_why(error))
            if time.monotonic() - began < self._settings.mcp_wait:
                raise
        finally:
            self._connection = None
            self.tried.set()

    async def _stay(self, connection: Connection, stop: asyncio.Event) -> None:
        """Look at the tools again and again. A server that does not answer in time is away."""
        while True:
            await _either(stop, self._look, self._settings.mcp_refresh_seconds)
            if stop.is_set():
                return
            self._look.clear()
            async with asyncio.timeout(self._settings.mcp_connect_seconds):
                await self._refresh(connection)

    async def _refresh(self, connection: Connection) -> None:
        defined = await connection.defined()
        if self._connection is connection and defined == self._defined:
            return
        self._connection, self._defined = connection, defined
        made = tools_of(self.name, self._spec, defined, self._call, self._settings)
        taken = self._toolbox.serve(self.name, self.prefix, made.tools)
        left_out = {
            **made.left_out,
            **{name: f"{who} has a tool of this name" for name, who in taken.items()},
        }
        tools = tuple(each for each in made.tools if each.name not in taken)
        self._stands(Standing(self.name, up=True, made=Made(tools, left_out)))

    async def _call(self, tool: str, arguments: dict[str, Any], *, acts: bool) -> str:
        """Call a tool. Before one that acts the server is asked whether it is there and the tool still is what it was:
        a no to that, and nothing was done."""
        connection = self._connection
        if connection is None:
            raise ToolRefused(f"The server {self.name!r} is not reachable; nothing was done.")
        if acts:
            await self._confirm(connection, tool)
        try:
            return await connection.call(tool, arguments)
        finally:
            # It may have died of it: soon looked at, and soon tried again.
            self._look.set()

    async def _confirm(self, connection: Connection, tool: str) -> None:
        try:
            async with asyncio.timeout(self._settings.mcp_connect_seconds):
                now = await connection.defined()
        except Exception as error:
            # As in `_once`; nothing has been sent that could have done anything.
            self._look.set()
            raise ToolRefused(f"The server {self.name!r} is not reachable; nothing was done.") from error
        if [each for each in now if each.name == tool] != [
            each for each in self._defined if each.name == tool
        ]:
            self._look.set()
            raise ToolRefused(f"The server {self.name!r} has changed what {tool} is; nothing was done.")

    def _lost(self, why: str) -> None:
        self._toolbox.withdraw(self.name, self.prefix)
        self._stands(Standing(self.name, up=False, why=why))

    def _stands(self, standing: Standing) -> None:
        self.standing = standing
        self._tell(standing)

    async def _pause(self, stop: asyncio.Event, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), seconds)


async def _either(one: asyncio.Event, other: asyncio.Event, seconds: float) -> None:
    """Wait until one of them is set, so many seconds at most."""
    waits = [asyncio.create_task(one.wait()), asyncio.create_task(other.wait())]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _why(error: BaseException) -> str:
    """In words of ours: what a server or a library says may quote anything."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    match error:
        case LineTooLong():
            return "it wrote a line without an end"
        case TimeoutError():
            return "it did not answer in time"
        case FileNotFoundError():
            return "its command is not there"
        case PermissionError():
            return "its command may not be run"
        case _:
            return f"it cannot be reached ({type(error).__name__})"
