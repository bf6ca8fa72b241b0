"""The second check: the wrapper itself refuses what nobody approved, however the graph is wired."""

from decimal import Decimal

import pytest

from deskgraph.effects import bound_hash, canonical
from deskgraph.errors import NotApproved, ToolRefused
from deskgraph.tools import Grant, Tool, ToolContext, tool
from tests.unit.tool_contexts import anns_context


@pytest.fixture
def paid() -> list[str]:
    return []


@pytest.fixture
def pay(paid: list[str]) -> Tool:
    """A tool that leaves a trace of every call that reached it."""

    @tool(policy="needs_approval")
    async def pay(context: ToolContext, amount: Decimal, note: str = "") -> str:
        """Pay.

        Args:
            amount: How much.
            note: What for.
        """
        if amount > 100:
            raise ToolRefused("At most 100.")
        paid.append(f"{context.customer_email} {amount} {note}".strip())
        return "paid"

    return pay


def grant_for(action: str, arguments: dict[str, object]) -> Grant:
    return Grant(1, bound_hash(action, canonical(arguments)))


async def test_what_was_approved_runs(pay: Tool, paid: list[str]) -> None:
    arguments: dict[str, object] = dict(pay.checked({"amount": "20.00"}))
    assert await pay.call(anns_context(), arguments, grant=grant_for("pay", arguments)) == "paid"
    assert paid == ["ann@example.org 20.00"]


@pytest.mark.parametrize(
    ("approved", "called"),
    [
        ({"amount": "20", "note": ""}, {"amount": "200", "note": ""}),
        ({"amount": "20", "note": ""}, {"amount": "20.00", "note": ""}),
        ({"amount": "20", "note": ""}, {"amount": "20", "note": "and more"}),
        ({"amount": "20"}, {"amount": "20"}),
    ],
    ids=[
        "another amount",
        "the same amount in other digits",
        "another note",
        "a default that nobody was shown",
    ],
)
async def test_other_arguments_than_the_approved_do_not_run(
    pay: Tool,
    paid: list[str],
    approved: dict[str, object],
    called: dict[str, object],
) -> None:
    with pytest.raises(NotApproved):
        await pay.call(anns_context(), called, grant=grant_for("pay", approved))
    assert paid == []


async def test_no_grant_and_another_tools_grant_do_not_run(pay: Tool, paid: list[str]) -> None:
    arguments: dict[str, object] = {"amount": "20", "note": ""}
    for grant in (None, grant_for("read", arguments), Grant(1, "")):
        with pytest.raises(NotApproved):
            await pay.call(anns_context(), arguments, grant=grant)
    assert paid == []


@pytest.mark.parametrize(
    "arguments", [{}, {"amount": "x"}, {"amount": "1", "customer_email": "bob@example.org"}]
)
async def test_what_is_missing_wrong_or_too_much_is_refused_before_anything_is_done(
    pay: Tool, paid: list[str], arguments: dict[str, object]
) -> None:
    with pytest.raises(ToolRefused, match="pay was not called"):
        await pay.call(anns_context(), arguments, grant=grant_for("pay", arguments))
    assert paid == []


async def test_the_tools_own_ceiling_holds_for_what_was_approved(pay: Tool) -> None:
    arguments: dict[str, object] = {"amount": "101", "note": ""}
    with pytest.raises(ToolRefused, match="At most 100"):
        await pay.call(anns_context(), arguments, grant=grant_for("pay", arguments))


async def test_a_read_only_tool_needs_no_grant() -> None:
    @tool(policy="read_only")
    async def whoami(context: ToolContext) -> str:
        """Say whose ticket it is."""
        return f"{context.customer_email} {context.ticket_id}"

    assert await whoami.call(anns_context(), {}) == "ann@example.org 1001"
