"""A pack of one tool with every rule a tool can have, for tests of the gate."""

import asyncio
from dataclasses import dataclass, field
from decimal import Decimal

from deskgraph.errors import ToolRefused
from deskgraph.tools import Approver, Limit, Pack, ToolContext, tool

UP_TO_100 = Approver(role="staff", limit=Limit(argument="amount", most=Decimal(100)), above="lead")


@dataclass
class Till:
    """Whether it is shut, what was paid out, and how often somebody looked."""

    shut: bool = False
    broken: bool = False
    paid: list[str] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)


def pack_of(till: Till) -> Pack:
    """A fresh pack that acts on this till."""

    async def still_open(context: ToolContext, amount: Decimal) -> None:
        till.looks.append(f"{amount}")
        if till.broken:
            raise RuntimeError("the till is on fire")
        if till.shut:
            raise ToolRefused("The till is shut.")

    @tool(policy="needs_approval", timeout=0.2, approver=UP_TO_100, recheck=still_open)
    async def pay_out(context: ToolContext, amount: Decimal, note: str = "") -> str:
        """Pay money out of the till.

        Args:
            amount: In euros.
            note: What for.
        """
        till.paid.append(f"{amount} {note}".strip())
        if note == "slow":
            await asyncio.sleep(60)
        return f"{amount} euros were paid out of the till."

    return Pack(name="till", tools=(pay_out,))
