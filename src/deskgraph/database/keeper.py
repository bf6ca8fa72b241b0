"""The keeper of an embedded server: a small process that stops it when its last user is gone, however that ended.

Run as a script with the server's folder in the home. While it waits it is a bare interpreter that sleeps in the
kernel; the rest of the program is imported only when there is something to stop.
"""

import fcntl
import os
import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Go into the background; wait until nobody uses the server; see that it is stopped."""
    keeper = os.open(folder / "keeper.lock", os.O_RDWR)
    fcntl.flock(keeper, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if os.fork():
        os._exit(0)
    os.setsid()
    while not ended(folder, keeper):
        pass


def ended(folder: Path, keeper: int) -> bool:
    """Wait until no use is left, and stop the server. False if somebody uses it again by then."""
    users = os.open(folder / "users.lock", os.O_RDWR)
    start = os.open(folder / "start.lock", os.O_RDWR)
    try:
        fcntl.flock(users, fcntl.LOCK_EX)
        # Let go at once: whoever joins or leaves now goes first.
        fcntl.flock(users, fcntl.LOCK_UN)
        fcntl.flock(start, fcntl.LOCK_EX)
        if not stopped(folder):
            return False
        # Before others may start: they must not take this keeper, which is at its end, for theirs.
        os.close(keeper)
        return True
    finally:
        os.close(users)
        os.close(start)


def stopped(folder: Path) -> bool:
    """Whether the server is stopped, by its last user or else by us."""
    elsewhere = folder / "elsewhere"
    data = Path(elsewhere.read_text(encoding="utf-8").strip()) if elsewhere.exists() else folder
    if not (data / "cluster" / "postmaster.pid").exists():
        return True
    from deskgraph.database.embedded import stop_if_unused

    return stop_if_unused(folder)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except OSError:
        # Another keeper is at work, or the home was deleted.
        sys.exit(0)
