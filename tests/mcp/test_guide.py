"""The file that docs/how-to/use-mcp-servers.md shows is read as the page says."""

import json
from pathlib import Path

from deskgraph.settings import Settings
from deskgraph.tools.mcp_config import read_servers
from tests.docs.pages import ROOT, fences

PAGE = ROOT / "docs" / "how-to" / "use-mcp-servers.md"


def test_the_file_of_the_page_is_read_as_it_stands(tmp_path: Path) -> None:
    (shown,) = fences(PAGE, "json")
    file = tmp_path / "mcp.json"
    file.write_text(shown)
    found = read_servers(file, {"SHOP_TOKEN": "a", "STOCK_TOKEN": "b"})
    shop, stock = found["shop"], found["stock"]
    assert (shop.env, stock.headers) == ({"SHOP_TOKEN": "a"}, {"Authorization": "Bearer b"})
    assert [shop.rules(tool).policy for tool in ("get_orders", "refund_order")] == ["read_only", None]
    assert shop.rules("another").audience == ("team",)
    approver = shop.rules("refund_order").approver
    assert approver is not None
    assert approver.needed({"amount": 101}) == "lead"
    assert list(json.loads(shown)["mcpServers"]) == ["shop", "stock"]


def test_the_bounds_of_the_page_are_those_of_the_settings() -> None:
    page, settings = PAGE.read_text(), Settings(home=Path())
    assert f"`DESKGRAPH_MCP_CONNECT_SECONDS` ({settings.mcp_connect_seconds:.0f})" in page
    assert f"`DESKGRAPH_MCP_REFRESH_SECONDS` ({settings.mcp_refresh_seconds:.0f})" in page
    assert f"more than {settings.mcp_schema_limit:,} characters" in page
    assert f"the text is read, {settings.mcp_result_limit:,} characters" in page
    assert f"without it all, {settings.mcp_tools_limit} at most" in page
    assert f"`DESKGRAPH_MCP_LINE_LIMIT` ({settings.mcp_line_limit:,})" in page
