"""Whose records a server's tool reaches is for the run to say, and for no model and no correction."""

import json
from pathlib import Path
from typing import Any

import pytest

from deskgraph.bootstrap import Desk
from deskgraph.decisions import Answer
from deskgraph.errors import BadArguments, Misconfigured
from deskgraph.settings import Settings
from deskgraph.staff import Ruling
from deskgraph.tools.mcp_config import ServerSpec, read_servers
from deskgraph.tools.mcp_standing import Made
from deskgraph.tools.mcp_tools import Defined, tools_of
from tests.graphs.paid_model import PaidModel

from .asking import answers, asks, question
from .servers import Shop, noted

TAKES = {
    "type": "object",
    "properties": {"email": {"type": "string"}, "customer": {"type": "integer"}, "since": {"type": "string"}},
    "required": ["email"],
}


async def test_a_customers_run_reads_their_records_whatever_the_model_says(
    desk: Desk, paid: PaidModel, shop: Shop
) -> None:
    answers(paid)
    run = await asks(desk, paid, "shop_get_orders", email="bob@example.com", customer=2, since="May")
    assert run.state == "done"
    assert noted(shop.state) == ["orders of ada@example.com 1"]
    assert "Ada has a lamp." in paid.prompt_of(Answer)


async def test_a_person_sees_whom_a_call_is_about_and_cannot_make_it_somebody_else(
    desk: Desk, paid: PaidModel, shop: Shop
) -> None:
    run = await asks(desk, paid, "shop_close_account", email="bob@example.com", reason="Moving.")
    asked = await question(desk)
    assert asked.question["dropped"] == ["email"]
    assert asked.question["filled"] == {"email": "ada@example.com", "key": "the key of this call"}
    assert "email ada@example.com" in asked.question["help"]
    assert set(asked.question["schema"]["properties"]) == {"reason"}
    bobs = Ruling(approve=True, arguments={"reason": "Moving.", "email": "bob@example.com"})
    with pytest.raises(BadArguments, match="does not take email"):
        await desk.rule(asked.id, bobs, by="lea")
    answers(paid)
    await desk.rule(asked.id, Ruling(approve=True), by="lea")
    assert (await desk.wait(run.id, 60)).outcome == "acted"
    (line,) = noted(shop.state)
    assert line.startswith("close ada@example.com ")
    assert line.split()[-1] not in ("None", "the key of this call")


def made(rules: dict[str, Any], schema: dict[str, Any] = TAKES) -> Made:
    async def call(tool: str, arguments: dict[str, Any], *, acts: bool) -> str:
        raise AssertionError("nobody calls it")

    spec = ServerSpec.model_validate({"command": "shop", "tools": {"look": rules}})
    return tools_of("shop", spec, [Defined("look", "Look.", schema)], call, Settings(_env_file=None))


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"policy": "read_only"}, "nothing says whose records"),
        ({"policy": "read_only", "fill": {"email": "actor"}}, "nothing says whose records"),
        ({"fill": {"mail": "customer_email"}}, "'mail', which is no argument"),
        ({"fill": {"customer": "customer_email"}}, "takes integer only"),
        (
            {"policy": "read_only", "fill": {"email": "customer_email", "since": "idempotency_key"}},
            "only reads",
        ),
    ],
)
def test_a_tool_that_cannot_be_held_to_one_customer_is_absent_and_says_why(
    rules: dict[str, Any], why: str
) -> None:
    found = made(rules)
    assert not found.tools
    assert why in found.left_out["look"]


def test_what_the_run_fills_in_is_in_no_schema_that_a_model_or_a_person_sees() -> None:
    (tool,) = made({"fill": {"email": "customer_email"}}).tools
    assert "email" not in json.dumps(tool.schema)


def test_a_source_that_no_run_has_is_named_with_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    tools = {"look": {"fill": {"email": "customer_mail"}}}
    file.write_text(json.dumps({"mcpServers": {"shop": {"command": "shop", "tools": tools}}}))
    with pytest.raises(Misconfigured, match="Did you mean customer_email"):
        read_servers(file, {})


@pytest.mark.parametrize("names", [("shop", "shop-pay"), ("shop-pay", "shop")])
def test_servers_whose_tools_could_be_named_alike_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {name: {"command": "shop"} for name in names}}))
    with pytest.raises(Misconfigured, match="would name tools alike"):
        read_servers(file, {})
