"""A pack of three small tools with a count of what they did, for tests of the graph."""

import asyncio
from dataclasses import dataclass, field

from deskgraph.errors import ToolRefused
from deskgraph.tools import Pack, ToolContext, tool


@dataclass
class Done:
    """What the tools did, in order."""

    calls: list[tuple[str, str]] = field(default_factory=list)


def shop(done: Done) -> Pack:
    """A fresh pack whose calls are counted in `done`."""

    @tool(policy="read_only")
    async def lamp_status(context: ToolContext, lamp: str) -> str:
        """Say whether a lamp is lit.

        Args:
            lamp: The lamp's number, such as L-7.
        """
        if lamp == "L-0":
            raise ToolRefused("There is no lamp L-0.")
        if lamp == "L-666":
            raise RuntimeError("the lamp house is on fire")
        return f"Lamp {lamp} is lit."

    @tool(policy="needs_approval")
    async def light_lamp(context: ToolContext, lamp: str, hours: int = 1) -> str:
        """Light a lamp for some hours.

        Args:
            lamp: The lamp's number, such as L-7.
            hours: For how many hours.
        """
        if hours > 24:
            raise ToolRefused("No lamp is lit for more than 24 hours.")
        done.calls.append((context.idempotency_key, f"{lamp} {hours}"))
        if lamp == "L-13":
            raise ConnectionError("the line to the lamp house went dead")
        if lamp == "L-99":
            await asyncio.sleep(60)
        return f"Lamp {lamp} burns for {hours} hours."

    return Pack(name="shop", tools=(lamp_status, light_lamp))
