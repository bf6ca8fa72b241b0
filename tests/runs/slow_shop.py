"""A pack for processes that are killed: its tool leaves a line in a file before and after what it does."""

import asyncio
import os
from pathlib import Path

from deskgraph.tools import Pack, ToolContext, tool


def note(line: str) -> None:
    with Path(os.environ["SLOW_SHOP_LOG"]).open("a", encoding="utf-8") as log:
        log.write(f"{line}\n")


@tool(policy="needs_approval")
async def light_lamp(context: ToolContext, lamp: str, seconds: int = 0) -> str:
    """Light a lamp, which may take some seconds.

    Args:
        lamp: The lamp's number.
        seconds: How long it takes.
    """
    note(f"began {lamp}")
    await asyncio.sleep(seconds)
    note(f"done {lamp}")
    return f"Lamp {lamp} burns."


PACK = Pack(name="slow_shop", tools=(light_lamp,))
