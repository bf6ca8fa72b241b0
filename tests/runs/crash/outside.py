"""What a worker does to the world outside: a tool and a sender, each of which posts once to the recorder."""

import asyncio
import json
import os
import urllib.request

from deskgraph.graphs import Letter
from deskgraph.tools import Pack, ToolContext, tool

from .places import passed

# The address to post to, the name of the cell at its end.
ADDRESS = "CRASH_RECORDER"


async def post(key: str, what: str, body: dict[str, object]) -> None:
    """One request, by a connection of its own."""
    line = json.dumps({"key": key, "what": what, "body": body}).encode()
    await asyncio.to_thread(_post, os.environ[ADDRESS], line)


def _post(address: str, line: bytes) -> None:
    with urllib.request.urlopen(urllib.request.Request(address, data=line), timeout=20):
        pass


@tool(policy="needs_approval")
async def light_lamp(context: ToolContext, lamp: str, hours: int = 1) -> str:
    """Light a lamp for some hours.

    Args:
        lamp: The lamp's number, such as L-7.
        hours: For how many hours.
    """
    passed("in the tool, before it acts")
    await post(context.idempotency_key, "light_lamp", {"lamp": lamp, "hours": hours})
    passed("in the tool, after it acted")
    return lit(lamp, hours)


def lit(lamp: str, hours: int) -> str:
    """What the tool says when it is done."""
    return f"Lamp {lamp} burns for {hours} hours."


PACK = Pack(name="crash", tools=(light_lamp,))


class Courier:
    """Sends letters by a road on which they can be counted."""

    async def send(self, letter: Letter) -> str:
        passed("while sending, before it leaves")
        await post(letter.key, "send", {"to": letter.to, "text": letter.text})
        passed("while sending, after it left")
        return receipt(letter.key)


def receipt(key: str) -> str:
    """What the sender says when a letter has left."""
    return f"receipt of {key}"
