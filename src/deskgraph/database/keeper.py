"""The keeper of an embedded server: a small process that stops it when its last user is gone, however that ended.

Run as a script with the server's folder in the home. While it waits it is a bare interpreter that sleeps in the
kernel; the rest of the program is imported only when there is something to stop.
"""

import fcntl
import os
import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Go into the background; wait until nobody uses the server; stop it."""
    keeper = os.open(folder / "keeper.lock", os.O_RDWR)
    fcntl.flock(keeper, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if os.fork():
        os._exit(0)
    os.setsid()
    while not (unused(folder) and gone(folder)):
        pass


def unused(folder: Path) -> bool:
    """Wait until no use is left."""
    users = os.open(folder / "users.lock", os.O_RDWR)
    fcntl.flock(users, fcntl.LOCK_EX)
    # At once: whoever joins or leaves now is in earnest.
    os.close(users)
    return True


def gone(folder: Path) -> bool:
    """Whether the server is stopped for good; False if somebody uses it again."""
    if stopped_cleanly(folder):
        return True
    from deskgraph.database.embedded import stop_unused

    return stop_unused(folder)


def stopped_cleanly(folder: Path) -> bool:
    """The usual case, for which nothing needs to be imported: the last user stopped it."""
    start = os.open(folder / "start.lock", os.O_RDWR)
    try:
        fcntl.flock(start, fcntl.LOCK_EX)
        elsewhere = folder / "elsewhere"
        data = Path(elsewhere.read_text(encoding="utf-8").strip()) if elsewhere.exists() else folder
        return not (data / "cluster" / "postmaster.pid").exists()
    finally:
        os.close(start)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except OSError:
        # Another keeper is at work, or the home was deleted.
        sys.exit(0)
