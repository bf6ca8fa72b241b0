"""The file that names MCP servers: what is wrong in it is named with the fix, and no value of it is repeated."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from deskgraph.errors import Misconfigured
from deskgraph.tools import Approver, Limit
from deskgraph.tools.mcp_config import ServerSpec, read_servers


def read(tmp_path: Path, given: Any, **environment: str) -> dict[str, ServerSpec]:
    file = tmp_path / "mcp.json"
    file.write_text(given if isinstance(given, str) else json.dumps(given))
    return read_servers(file, environment)


def one(**entry: Any) -> dict[str, Any]:
    return {"mcpServers": {"shop": entry}}


def test_the_usual_form_is_read_with_values_of_the_environment(tmp_path: Path) -> None:
    given = {
        "mcpServers": {
            "shop": {
                "command": "shop-mcp",
                "args": ["--for", "${WHO}"],
                "env": {"KEY": "k-${KEY}"},
                "cwd": "/srv",
            },
            "stock": {
                "type": "http",
                "url": "https://example.com/mcp",
                "headers": {"Authorization": "${KEY}"},
            },
        }
    }
    found = read(tmp_path, given, WHO="us", KEY="secret")
    assert (found["shop"].args, found["shop"].env) == (("--for", "us"), {"KEY": "k-secret"})
    assert found["stock"].headers == {"Authorization": "secret"}


def test_rules_of_a_tool_go_before_those_of_every_tool(tmp_path: Path) -> None:
    approver = {"role": "staff", "limit": {"argument": "amount", "most": 100}, "above": "lead"}
    tools = {"*": {"timeout": 5, "audience": ["team"]}, "pay": {"timeout": 9, "approver": approver}}
    spec = read(tmp_path, one(command="shop", tools=tools))["shop"]
    assert (spec.rules("look").timeout, spec.rules("look").audience) == (5, ("team",))
    assert (spec.rules("pay").timeout, spec.rules("pay").audience) == (9, ("team",))
    assert spec.rules("pay").approver == Approver("staff", Limit("amount", Decimal(100)), "lead")
    assert spec.rules("pay").policy is None


@pytest.mark.parametrize(
    ("given", "what", "fix"),
    [
        (one(comand="shop"), "mcpServers.shop.comand is no key", "Did you mean command?"),
        (one(command="shop", tools={"pay": {"polic": "read_only"}}), "pay.polic is no key", "policy?"),
        (one(command="shop", tools={"pay": {"approver": {"rol": "lead"}}}), "rol is no key", "role?"),
        ({"mcpServer": {}}, "mcpServer", "mcpServers"),
        (one(), "either a command or a url", "Correct it"),
        (one(command="shop", url="http://127.0.0.1/mcp"), "either a command or a url", "Correct it"),
        (one(command="shop", headers={"a": "b"}), "headers with a url", "Correct it"),
        (one(type="sse", url="http://127.0.0.1/sse"), "type", "Correct it"),
        (one(type="http", command="shop"), "of type http", "Correct it"),
        (one(url="ftp://example.com"), "url", "Correct it"),
        (one(command="shop", tools={"pay": {"policy": "always"}}), "policy", "Correct it"),
        (one(command="shop", tools={"pay": {"audience": []}}), "audience", "Correct it"),
        (one(command="shop", timeout=0), "timeout", "Correct it"),
        ({"mcpServers": {"my shop": {"command": "x"}}}, "cannot be named 'my shop'", "Use letters"),
        ({"mcpServers": {"a-b": {"command": "x"}, "A_B": {"command": "x"}}}, "name tools alike", "Rename"),
        ("{", "is no JSON (line 1)", "Correct it"),
        (one(command="shop", env={"KEY": "${KEY}"}), "takes ${KEY} from the environment", "Set KEY"),
    ],
)
def test_what_is_wrong_is_named_with_the_fix(tmp_path: Path, given: Any, what: str, fix: str) -> None:
    with pytest.raises(Misconfigured) as refused:
        read(tmp_path, given)
    assert what in refused.value.message + refused.value.hint
    assert fix in refused.value.hint


def test_no_value_is_repeated_for_it_may_be_a_secret(tmp_path: Path) -> None:
    given = one(command="shop", env={"KEY": ["${KEY}"]}, headers={"Authorization": 7})
    with pytest.raises(Misconfigured) as refused:
        read(tmp_path, given, KEY="hush-hush")
    assert "hush" not in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="DESKGRAPH_MCP_SERVERS"):
        read_servers(tmp_path / "none.json")
