"""Processes that use the embedded server of a home until they are told to go, or are killed."""

import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

_PROGRAM = """
import asyncio, sys
from pathlib import Path
from deskgraph.database import database
from deskgraph.settings import Settings

async def use() -> None:
    async with database(Settings(home=Path(sys.argv[1]), database_url=None)) as url:
        print(url, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(use())
"""


@dataclass(frozen=True)
class ServerUser:
    """Another process that uses the server."""

    process: "subprocess.Popen[str]"

    @classmethod
    def start(cls, home: Path) -> "ServerUser":
        """Start it, without waiting for the server."""
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", _PROGRAM, str(home)]
        return cls(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))

    def url(self) -> str:
        """The server's address, once it has it."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def go(self) -> int:
        """Have it leave in order; its exit status."""
        self.process.communicate()
        return self.process.returncode

    def kill(self) -> None:
        """End it without a chance to leave."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def another_user(home: Path) -> Iterator[ServerUser]:
    """Another process that uses the server of a home; gone at the end, however the test ends."""
    user = ServerUser.start(home)
    try:
        yield user
    finally:
        user.go()


def wait_for_the_end_of(session: "psycopg.Connection[tuple[object, ...]]") -> bool:
    """Wait until the server ends a session that does nothing; whether it did within half a minute."""
    readable, _, _ = select.select([session.fileno()], [], [], 30)
    return bool(readable)
