"""Two locks of the kernel, which lets go of them however their process dies.

A lock is of the open file, not of the process: two users of one server in one process are two users.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from deskgraph.errors import DatabaseUnavailable

_POLL_SECONDS = 0.02


@contextlib.contextmanager
def alone(path: Path, seconds: float) -> Iterator[None]:
    """Hold a file alone. `DatabaseUnavailable` when another process holds it for longer than so many seconds."""
    held = opened(path)
    try:
        until = time.monotonic() + seconds
        while not take(held, fcntl.LOCK_EX):
            if time.monotonic() > until:
                raise DatabaseUnavailable(
                    f"Another process has been starting or stopping the embedded PostgreSQL for {seconds:.0f} s.",
                    f"It holds {path}.",
                )
            time.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(held)


def opened(path: Path) -> int:
    """The descriptor of a lock file, not passed on to programs that this process starts."""
    try:
        held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if os.geteuid() == 0:
            # Root may have come first to another user's home.
            owner = path.parent.stat()
            os.fchown(held, owner.st_uid, owner.st_gid)
        return held
    except PermissionError:
        raise DatabaseUnavailable(
            f"{path} belongs to another user.", "Set DESKGRAPH_HOME to a folder of your own."
        ) from None


def take(held: int, kind: int) -> bool:
    """Take a lock if it is free; `kind` is LOCK_EX or LOCK_SH. Without waiting."""
    try:
        fcntl.flock(held, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
