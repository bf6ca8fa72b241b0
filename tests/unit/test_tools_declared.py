"""A tool that cannot work is refused when its module is imported, and the message says what to write
instead."""

from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, cast

import pytest
from pydantic import BaseModel, Field

from deskgraph.errors import BadPack
from deskgraph.tools import Approver, Limit, ToolContext, tool

if TYPE_CHECKING:
    from fractions import Fraction


MUCH = cast("Decimal", "much")


class Renamed(BaseModel):
    street: str = Field(alias="road")


class Nested(BaseModel):
    parts: list["Nested"] = []


async def no_docstring(context: ToolContext, order: str) -> str:
    return order


def not_async(context: ToolContext, order: str) -> str:
    """Look."""
    return order


async def no_context(order: str) -> str:
    """Look."""
    return order


async def no_annotation(context: ToolContext, order) -> str:  # type: ignore[no-untyped-def]  # refused here
    """Look."""
    return str(order)


async def no_return(context: ToolContext, order: str):  # type: ignore[no-untyped-def]  # refused here
    """Look."""
    return order


async def gives_a_dict(context: ToolContext) -> dict[str, str]:
    """Look."""
    return {}


async def any_number(context: ToolContext, *orders: str) -> str:
    """Look."""
    return str(orders)


async def any_name(context: ToolContext, **orders: str) -> str:
    """Look."""
    return str(orders)


async def a_float(context: ToolContext, amount: float) -> str:
    """Look."""
    return str(amount)


async def a_dict(context: ToolContext, lines: list[dict[str, str]]) -> str:
    """Look."""
    return str(lines)


async def a_bare_list(context: ToolContext, lines: list) -> str:  # type: ignore[type-arg]  # refused here
    """Look."""
    return str(lines)


async def a_union(context: ToolContext, order: str | int) -> str:
    """Look."""
    return str(order)


async def anything(context: ToolContext, order: Any) -> str:
    """Look."""
    return str(order)


async def an_alias(context: ToolContext, address: Renamed) -> str:
    """Look."""
    return str(address)


async def another_alias(context: ToolContext, order: Annotated[str, Field(alias="nr")]) -> str:
    """Look."""
    return order


async def without_end(context: ToolContext, part: Nested) -> str:
    """Look."""
    return str(part)


async def whose_ticket(context: ToolContext, customer_email: str) -> str:
    """Look."""
    return customer_email


async def a_models_own(context: ToolContext, copy: str) -> str:
    """Look."""
    return copy


async def only_for_checkers(context: ToolContext, share: "Fraction") -> str:
    """Look."""
    return str(share)


async def another_argument(context: ToolContext, order: str) -> str:
    """Look.

    Args:
        oder: The number.
    """
    return order


async def wrong_default(
    context: ToolContext, amount: Annotated[Decimal, Field(description="In euros.")] = MUCH
) -> str:
    """Look."""
    return str(amount)


async def no_help(context: ToolContext, order: str, amount: Decimal) -> str:
    """Look.

    Args:
        order: The order's number.
    """
    return order


async def empty_help(context: ToolContext, order: str) -> str:
    """Look.

    Args:
        order:
    """
    return order


async def Capital(context: ToolContext) -> str:  # noqa: N802  # it is what is refused
    """Look."""
    return ""


@pytest.mark.parametrize(
    ("function", "what", "fix"),
    [
        (no_docstring, "has no docstring", "Say in it"),
        (not_async, "is not async", "Write `async def not_async`"),
        (no_context, "does not take a ToolContext first", "Begin its signature with"),
        (no_annotation, "'order' has no annotation", "Write `order: str`"),
        (no_return, "does not say that it returns text", "-> str"),
        (gives_a_dict, "does not say that it returns text", "-> str"),
        (any_number, "is not one named argument", "no *args"),
        (any_name, "is not one named argument", "or **kwargs"),
        (a_float, "float is not exact (use Decimal)", "Use str, int"),
        (a_dict, "dict (use a pydantic model)", "Use str, int"),
        (a_bare_list, "list without the type of its items", "Use str, int"),
        (a_union, "is one of several types", "Use str, int"),
        (anything, "Any", "Use str, int"),
        (an_alias, "Renamed.street has an alias", "Use str, int"),
        (another_alias, "has an alias", "Name the argument itself so"),
        (without_end, "Nested holds itself", "Use str, int"),
        (whose_ticket, "'customer_email' is not a model's to set", "Read what the run fills in"),
        (a_models_own, "'copy' is not a model's to set", "name anything else differently"),
        (only_for_checkers, "cannot be read", "outside TYPE_CHECKING"),
        (another_argument, "explains 'oder'", "Its arguments: order"),
        (wrong_default, "the default of 'amount' is not valid", "Give it one of its own type"),
        (no_help, "nothing explains the argument 'amount'", "Write `amount: ...` below `Args:`"),
        (empty_help, "nothing explains the argument 'order'", "Field(description=...)"),
        (Capital, "cannot be named 'Capital'", "lower case"),
    ],
)
def test_a_tool_that_cannot_work_is_refused_with_the_fix(
    function: Callable[..., Awaitable[str]], what: str, fix: str
) -> None:
    with pytest.raises(BadPack) as refused:
        tool(policy="read_only")(function)
    assert what in refused.value.message
    assert fix in refused.value.hint


def test_a_policy_and_an_audience_are_one_of_those_there_are() -> None:
    with pytest.raises(BadPack, match="read_only, needs_approval"):
        tool(policy=cast("Any", "approve_never"))(nothing_wrong)
    with pytest.raises(BadPack, match="`customer` and `team`"):
        tool(policy="read_only", audience=())(nothing_wrong)
    with pytest.raises(BadPack, match="`customer` and `team`"):
        tool(policy="read_only", audience=cast("Any", ("partner",)))(nothing_wrong)


async def pay(context: ToolContext, order: str, amount: Decimal, pieces: int | None = None) -> str:
    """Pay.

    Args:
        order: The order's number.
        amount: How much.
        pieces: For how many.
    """
    return order


@pytest.mark.parametrize(
    ("approver", "what", "fix"),
    [
        (Approver(limit=Limit("sum", Decimal(1))), "'sum', which is not there", "int: amount, pieces"),
        (Approver(limit=Limit("order", Decimal(1))), "'order', which is no amount", "int: amount, pieces"),
        (Approver("lead", Limit("amount", Decimal(1)), "staff"), "staff is not above lead", "developer"),
        (Approver(cast("Any", "boss")), "'boss'", "customer, staff, lead, developer"),
        (Approver(limit=Limit("amount", Decimal("NaN"))), "limit is Decimal('NaN')", "Decimal(100)"),
        (Approver(limit=Limit("amount", cast("Any", 1.5))), "limit is 1.5", "Decimal(100)"),
    ],
)
def test_an_approver_that_cannot_be_held_is_refused_with_the_fix(
    approver: Approver, what: str, fix: str
) -> None:
    with pytest.raises(BadPack) as refused:
        tool(policy="needs_approval", approver=approver)(pay)
    assert what in refused.value.message
    assert fix in refused.value.hint


@pytest.mark.parametrize("argument", ["amount", "pieces"])
def test_an_amount_is_a_decimal_or_a_whole_number_also_where_it_may_be_left_out(argument: str) -> None:
    approver = Approver(limit=Limit(argument, Decimal(100)))
    assert tool(policy="needs_approval", approver=approver)(pay).approver == approver


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf")])
def test_a_timeout_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(BadPack, match="Give seconds"):
        tool(policy="read_only", timeout=seconds)(pay)


def sync(context: ToolContext) -> None: ...


async def without_context(order: str) -> None: ...


async def gives_text(context: ToolContext) -> str:
    return ""


async def of_other_names(context: ToolContext, parcel: str) -> None: ...


async def of_other_types(context: ToolContext, order: Decimal) -> None: ...


@pytest.mark.parametrize(
    ("recheck", "what"),
    [
        (sync, "is not async"),
        (without_context, "does not take a ToolContext first"),
        (gives_text, "does not say that it returns None"),
        (of_other_names, "takes 'parcel'"),
        (of_other_types, "takes 'order'"),
    ],
)
def test_a_recheck_that_cannot_be_asked_is_refused(recheck: Any, what: str) -> None:
    with pytest.raises(BadPack, match="its recheck") as refused:
        tool(policy="needs_approval", recheck=recheck)(pay)
    assert what in refused.value.message
    assert refused.value.hint


async def nothing_wrong(context: ToolContext) -> str:
    """Look."""
    return ""


@pytest.mark.parametrize("field", ["policy", "name", "audiences"])
def test_nothing_about_a_tool_can_be_changed(field: str) -> None:
    made = tool(policy="needs_approval")(nothing_wrong)
    with pytest.raises(AttributeError):
        setattr(made, field, "read_only")
