"""The desk that the seeds are tried on, in a process of its own: it serves, works, and keeps all that it tells.

`python -m bench.seeds_desk FOLDER` prints its address and goes on until its standard input ends. In the folder it
leaves `log` (every record of every library, from DEBUG), `spans` and `tools` (what its tools were given).
"""

import asyncio
import json
import logging
import socket
import sys
from pathlib import Path
from typing import Annotated

import psycopg
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from pydantic import Field

from deskgraph import telemetry
from deskgraph.asgi import server
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import Connection
from deskgraph.errors import ToolRefused
from deskgraph.graphs.sender import Letter
from deskgraph.settings import Settings
from deskgraph.tools import Pack, ToolContext, tool
from deskgraph.web.listening import address_of, listen

Value = Annotated[str, Field(description="The piece of data.")]
_ARTICLE = "# Notes\n\nWhat is noted, by ada@seeds.example for one, stays noted.\n"
_FOLDER = Path(sys.argv[1]) if __name__ == "__main__" else Path()


def _note(value: str) -> None:
    with (_FOLDER / "tools").open("a", encoding="utf-8") as tools:
        tools.write(json.dumps(value, ensure_ascii=False) + "\n")


@tool(policy="read_only")
async def looked_up(context: ToolContext, value: Value) -> str:
    """Look a piece of data up."""
    _note(value)
    return f"{value} is in our records."


@tool(policy="needs_approval")
async def acted(context: ToolContext, value: Value) -> str:
    """Note a piece of data down."""
    _note(value)
    return f"{value} was noted."


@tool(policy="read_only")
async def refused(context: ToolContext, value: Value) -> str:
    """Refuse a piece of data."""
    _note(value)
    raise ToolRefused(f"{value} is not taken.")


@tool(policy="needs_approval")
async def broke(context: ToolContext, value: Value) -> str:
    """Break over a piece of data."""
    _note(value)
    raise RuntimeError(f"could not read {value}")


@tool(policy="read_only")
async def clashed(context: ToolContext, value: Value) -> str:
    """Write a piece of data twice, where it may stand once."""
    _note(value)
    async with context.connect() as conn:
        await _clash(conn, value)
    return "never"


async def _clash(conn: Connection, value: str) -> dict[str, int]:
    for _ in range(2):
        await conn.execute("insert into seeds.seen (value) values (%(value)s)", {"value": value})
    return {}


async def _make(conn: Connection) -> None:
    await conn.execute("create schema if not exists seeds")
    await conn.execute("create table if not exists seeds.seen (value text primary key)")


class Talkative:
    """A sender whose errors quote the letter; every other one is a database's."""

    def __init__(self) -> None:
        self._sent = 0

    async def send(self, letter: Letter) -> str:
        self._sent += 1
        if "route unsent" not in letter.subject:
            return "sent"
        if self._sent % 2:
            raise RuntimeError(f"{letter.to} bounced: {letter.text}")
        raise psycopg.errors.UniqueViolation(
            f"duplicate key\nDETAIL:  Key (text)=({letter.text}) already exists."
        )


class Keeping(logging.Handler):
    """Every record, as it is formatted and with all that it carries."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.NOTSET)
        self._file = path.open("a", encoding="utf-8", buffering=1)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._file.write(f"{self.format(record)}\n    {record.__dict__!r} {error!r}\n")


async def main() -> None:
    """Serve and work until standard input ends."""
    logging.basicConfig(level=logging.DEBUG, handlers=[Keeping(_FOLDER / "log")])
    with (_FOLDER / "spans").open("w", encoding="utf-8") as spans, listen("127.0.0.1", 0) as listening:
        telemetry.configure([SimpleSpanProcessor(ConsoleSpanExporter(out=spans, formatter=_line))])
        pack = Pack("seeds", (looked_up, acted, refused, broke, clashed), migrate=_make, erase=_clash)
        async with open_desk(Settings(), packs=[pack], sender=Talkative()) as desk:
            await desk.library.add_text(
                "notes.md", "Notes", "# Notes\n\nWhat is noted, e.g. ada@seeds.example, stays noted.\n"
            )
            async with desk.working():
                await _serve(desk, listening)


def _line(span: ReadableSpan) -> str:
    """All of a span that differs from span to span."""
    events = [(event.name, dict(event.attributes or {})) for event in span.events]
    return f"{span.name} {dict(span.attributes or {})} {span.status.description} {events}\n"


async def _serve(desk: Desk, listening: socket.socket) -> None:
    serving = server(desk)
    for handler in logging.getLogger().handlers:
        # It hands nothing on to the root.
        logging.getLogger("uvicorn").addHandler(handler)
    running = asyncio.create_task(serving.serve(sockets=[listening]))
    print(address_of(listening), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    serving.stop()
    await running


if __name__ == "__main__":
    asyncio.run(main())
