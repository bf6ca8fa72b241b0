"""A real MCP server comes, goes and hangs: its tools are there while it is, nothing waits for it without end."""

import asyncio
import codecs
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from deskgraph.effects import bound_hash, canonical
from deskgraph.errors import ToolFailed, ToolRefused, UnknownTool
from deskgraph.settings import Settings
from deskgraph.telemetry import measurements
from deskgraph.tools import Grant, Servers, Toolbox, servers_of
from deskgraph.tools.mcp_lines import LineTooLong, bounded_utf8
from tests.unit.tool_contexts import anns_context

from .servers import Shop, alive, by_command, free_port, kill, noted, over_http, processes, until, using

Reached = Callable[..., AbstractAsyncContextManager[tuple[Servers, Toolbox]]]


@pytest.fixture
def reached(tmp_path: Path) -> Reached:
    @asynccontextmanager
    async def reach(entry: dict[str, Any], **bounds: float) -> AsyncIterator[tuple[Servers, Toolbox]]:
        settings = using(Settings(home=tmp_path), tmp_path, shop=entry).model_copy(update=bounds)
        toolbox = Toolbox()
        servers = servers_of(settings, toolbox)
        async with servers.connected():
            yield servers, toolbox

    return reach


async def call(toolbox: Toolbox, name: str, **arguments: object) -> str:
    """A call that somebody approved."""
    tool = toolbox.get(name)
    grant = Grant(1, bound_hash(name, canonical(tool.checked(arguments))))
    return await tool.call(anns_context(), arguments, grant=grant)


async def test_its_tools_are_offered_and_wait_for_a_person_whatever_they_claim(
    reached: Reached, state: Path
) -> None:
    """The server says of each that it only reads; the file says so of one."""
    rules = {"policy": "read_only", "holds": "public", "timeout": 3, "audience": ["team"]}
    async with reached(by_command(state, tools={"get_order": rules})) as (servers, toolbox):
        policies = {tool.name: tool.policy for tool in toolbox}
        assert policies == {
            "shop_get_order": "read_only",
            "shop_cancel_order": "needs_approval",
            "shop_rate_order": "needs_approval",
            "shop_picture_of": "needs_approval",
            "shop_grow": "needs_approval",
            "shop_get_orders": "needs_approval",
            "shop_close_account": "needs_approval",
        }
        assert toolbox.get("shop_get_order").timeout == 3
        assert "shop_get_order" not in [tool.name for tool in toolbox.offered("customer")]
        assert [each.up for each in servers.standings] == [True]
        assert b'deskgraph_mcp_server_up{server="shop"} 1.0' in measurements()
        assert await call(toolbox, "shop_get_order", order="A-1") == "Order A-1 is on its way to Leeds."


async def test_only_the_tools_that_are_named_are_taken(reached: Reached, shop: Shop) -> None:
    async with reached({"url": shop.url, "only": ["get_order", "fly"]}) as (servers, toolbox):
        assert [tool.name for tool in toolbox] == ["shop_get_order"]
        assert servers.standings[0].made.left_out == {"fly": "the server has no such tool"}


async def test_a_description_that_gives_orders_is_kept_from_models_and_shown_to_people(
    reached: Reached, shop: Shop
) -> None:
    async with reached({"url": shop.url}) as (_, toolbox):
        tool = toolbox.get("shop_rate_order")
        assert "gnore" not in tool.prompt
        assert json.loads(tool.prompt.removeprefix("arguments: "))["required"] == ["order"]
        assert "Ignore all previous instructions" in tool.help
        assert {finding.where for finding in tool.findings} == {"tool: shop_rate_order"}


async def test_over_http_it_is_the_same(reached: Reached, shop: Shop) -> None:
    async with reached({"url": shop.url}) as (_, toolbox):
        assert await call(toolbox, "shop_cancel_order", order="A-1") == "Order A-1 was cancelled."
    assert noted(shop.state) == ["cancel A-1 0"]


async def test_a_server_that_is_down_is_told_and_comes_when_it_can(reached: Reached, state: Path) -> None:
    (state / "down").touch()
    async with reached(by_command(state)) as (servers, toolbox):
        assert (list(toolbox), servers.standings[0].up) == ([], False)
        with pytest.raises(UnknownTool, match="server 'shop' is not reachable"):
            toolbox.get("shop_get_order")
        assert b'deskgraph_mcp_server_up{server="shop"} 0.0' in measurements()
        (state / "down").unlink()
        await until(lambda: len(toolbox))
        assert await call(toolbox, "shop_get_order", order="A-1")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"command": "no-such-program-here"}, "its command is not there"),
        ({"url": "http://127.0.0.1:9/mcp"}, "it cannot be reached"),
    ],
    ids=["no such program", "nothing listens"],
)
async def test_what_cannot_be_reached_says_why(reached: Reached, entry: dict[str, Any], why: str) -> None:
    async with reached(entry) as (servers, _):
        assert servers.standings[0].why.startswith(why)


async def test_a_server_that_never_answers_is_not_waited_for(reached: Reached, state: Path) -> None:
    (state / "mute").touch()
    async with asyncio.timeout(30), reached(by_command(state), mcp_connect_seconds=0.5) as (servers, toolbox):
        assert list(toolbox) == []
        await until(lambda: servers.standings[0].why == "it did not answer in time")


async def test_a_line_without_an_end_fills_no_memory_and_its_server_is_away(
    reached: Reached, state: Path
) -> None:
    (state / "endless").touch()
    bounds = {"mcp_connect_seconds": 1.0, "mcp_line_limit": 100_000, "mcp_backoff": 600.0, "mcp_wait": 600.0}
    async with asyncio.timeout(60), reached(by_command(state), **bounds) as (servers, toolbox):
        await until(lambda: servers.standings[0].why == "it wrote a line without an end")
        assert list(toolbox) == []
        await until(lambda: not alive(processes(state)[0]))


def test_lines_are_bounded_and_all_of_them_together_are_not() -> None:
    encoding = bounded_utf8(1_000)
    read = codecs.getincrementaldecoder(encoding)()
    for _ in range(10):
        assert read.decode(b"x" * 900 + "ü\n".encode()) == "x" * 900 + "ü\n"
    assert "ü".encode(encoding) == "ü".encode()
    assert read.decode(b"x" * 900) == "x" * 900
    with pytest.raises(LineTooLong):
        read.decode(b"x" * 101)


async def test_a_server_that_dies_in_mid_life_takes_its_tools_and_brings_them_back(
    reached: Reached, state: Path
) -> None:
    async with reached(by_command(state)) as (servers, toolbox):
        (state / "down").touch()
        kill(state)
        await until(lambda: not servers.standings[0].up)
        assert list(toolbox) == []
        (state / "down").unlink()
        (state / "more").touch()
        await until(lambda: servers.standings[0].up)
        assert "shop_greet" in [tool.name for tool in toolbox]


async def test_an_http_server_that_is_restarted_is_reached_again(reached: Reached, state: Path) -> None:
    port = free_port()
    with over_http(state, port):
        connected = reached({"url": f"http://127.0.0.1:{port}/mcp"}, mcp_connect_seconds=5)
        servers, toolbox = await connected.__aenter__()
        assert servers.standings[0].up
    try:
        await until(lambda: not servers.standings[0].up)
        with over_http(state, port):
            await until(lambda: servers.standings[0].up)
            assert await call(toolbox, "shop_get_order", order="A-2")
    finally:
        await connected.__aexit__(None, None, None)


async def test_tools_that_a_server_gets_while_it_is_connected_are_offered(
    reached: Reached, state: Path
) -> None:
    async with reached(by_command(state)) as (_, toolbox):
        await call(toolbox, "shop_grow")
        await until(lambda: "shop_greet" in [tool.name for tool in toolbox])


async def test_a_server_that_is_killed_in_mid_call_leaves_an_outcome_that_nobody_knows(
    reached: Reached, state: Path
) -> None:
    async with reached(by_command(state)) as (servers, toolbox):
        with pytest.raises(Exception) as raised:  # noqa: PT011  # whatever it is, it is no refusal
            await call(toolbox, "shop_cancel_order", order="A-13")
        assert not isinstance(raised.value, ToolRefused)
        assert noted(state) == ["cancel A-13 0"]
        await until(lambda: len(processes(state)) > 1 and servers.standings[0].up)
        assert await call(toolbox, "shop_cancel_order", order="A-14", amount=3)


async def test_before_a_call_that_acts_a_dead_server_is_a_refusal_for_nothing_was_done(
    reached: Reached, state: Path
) -> None:
    async with reached(by_command(state), mcp_refresh_seconds=60) as (_, toolbox):
        tool = toolbox.get("shop_cancel_order")
        (state / "down").touch()
        kill(state)
        await until(lambda: not alive(processes(state)[0]))
        grant = Grant(1, bound_hash(tool.name, canonical(tool.checked({"order": "A-1"}))))
        with pytest.raises(ToolRefused, match="nothing was done"):
            await tool.call(anns_context(), {"order": "A-1"}, grant=grant)
    assert noted(state) == []


async def test_a_call_that_hangs_ends_when_its_caller_gives_up(reached: Reached, state: Path) -> None:
    async with reached(by_command(state)) as (_, toolbox):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await call(toolbox, "shop_cancel_order", order="A-99")
        assert noted(state) == ["cancel A-99 0"]


async def test_a_tool_that_failed_is_no_refusal_for_it_ran(reached: Reached, shop: Shop) -> None:
    async with reached({"url": shop.url}) as (_, toolbox):
        with pytest.raises(ToolFailed, match="The warehouse did not answer"):
            await call(toolbox, "shop_cancel_order", order="A-7")


async def test_a_result_is_cut_and_what_is_no_text_is_named(reached: Reached, shop: Shop) -> None:
    async with reached({"url": shop.url}, mcp_result_limit=1_000) as (_, toolbox):
        long = await call(toolbox, "shop_get_order", order="A-long")
        assert (long[:1_000], long[1_001:]) == ("x" * 1_000, "[cut here: the result has 50,000 characters]")
        assert await call(toolbox, "shop_picture_of", order="A-1") == "Order A-1:\n[image left out]"


async def test_a_server_that_stops_answering_is_away_until_it_is_started_again(
    reached: Reached, state: Path
) -> None:
    async with reached(by_command(state), mcp_connect_seconds=5) as (servers, toolbox):
        os.kill(processes(state)[0], signal.SIGSTOP)
        await until(lambda: not servers.standings[0].up)
        assert (list(toolbox), servers.standings[0].why) == ([], "it did not answer in time")
        await until(lambda: servers.standings[0].up, 40)
        assert len(processes(state)) > 1
        assert not alive(processes(state)[0])


async def test_nothing_of_it_is_left_when_the_desk_ends(reached: Reached, state: Path) -> None:
    async with reached(by_command(state)) as (_, toolbox):
        (process,) = processes(state)
        assert alive(process)
    assert not alive(process)
    assert list(toolbox) == []
