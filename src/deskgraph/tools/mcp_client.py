"""One connection to an MCP server: open it, list its tools, call one. The library is imported with the first."""

import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from deskgraph.settings import Settings
from deskgraph.tools.mcp_config import ServerSpec
from deskgraph.tools.mcp_lines import bounded_utf8
from deskgraph.tools.mcp_result import text_of
from deskgraph.tools.mcp_tools import Defined

if TYPE_CHECKING:
    from mcp.client.session import ClientSession

_PAGES = 20


class Connection:
    """A server that answers. Its methods may be called from any task while the context is open."""

    def __init__(self, session: "ClientSession", settings: Settings) -> None:
        self._session = session
        self._settings = settings

    async def defined(self) -> list[Defined]:
        """All tools that the server has now, page by page, a bounded number of pages."""
        from mcp_types import PaginatedRequestParams

        found: list[Defined] = []
        cursor: str | None = None
        for _ in range(_PAGES):
            page = await self._session.list_tools(params=PaginatedRequestParams(cursor=cursor))
            found += [Defined(each.name, each.description or "", each.input_schema) for each in page.tools]
            cursor = page.next_cursor
            if cursor is None or len(found) > 10 * self._settings.mcp_tools_limit:
                break
        return found

    async def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """Call a tool once; it is never tried again."""
        result = await self._session.call_tool(tool, arguments)
        return text_of(result, tool=tool, most=self._settings.mcp_result_limit)


@asynccontextmanager
async def connected(
    spec: ServerSpec, settings: Settings, changed: Callable[[], None]
) -> AsyncIterator[Connection]:
    """Start the server or reach it, and end it with the context. `changed` is called when it says that its tools
    are others now. To be entered and left by one task."""
    from mcp import Client
    from mcp_types import ToolListChangedNotification

    # The library logs what a server wrote, whole.
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)

    async def heard(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            changed()

    async with (
        _transport(spec, settings) as transport,
        Client(transport, message_handler=heard, cache=None) as client,
    ):
        yield Connection(client.session, settings)


@asynccontextmanager
async def _transport(spec: ServerSpec, settings: Settings) -> AsyncIterator[Any]:
    if spec.url is not None:
        from mcp.client.streamable_http import streamable_http_client
        from mcp.shared._httpx_utils import create_mcp_http_client

        async with create_mcp_http_client(headers=spec.headers or None) as http:
            yield streamable_http_client(spec.url, http_client=http)
        return
    from mcp.client.stdio import StdioServerParameters, stdio_client

    told = StdioServerParameters(
        command=spec.command or "",
        args=list(spec.args),
        env=spec.env,
        cwd=spec.cwd,
        encoding=bounded_utf8(settings.mcp_line_limit),
    )
    # What it writes beside the protocol may hold anything, and without end.
    with open(os.devnull, "w") as nowhere:  # noqa: ASYNC230  # the null device makes nobody wait
        yield stdio_client(told, errlog=nowhere)
