"""`make crash`: workers are killed at every boundary of every route, then at random moments, and nothing may be lost,
doubled or forgotten for it. What left the desk is counted outside, by another process.

Tables last; exit status 1 when anything fell short.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console

from deskgraph.database import database, migrate
from deskgraph.database.embedded import discard
from deskgraph.settings import Settings

from . import matrix, storm, tables
from .ground import Ground, ground
from .routes import ROUTES


def main() -> int:
    given = _arguments()
    console = Console(width=180)
    held = True
    told: dict[str, Any] = {}
    with _ground() as found:
        if given.only != "kills":
            began = time.monotonic()
            cells = matrix.work(found, [ROUTES[name] for name in given.routes or ROUTES], given.every)
            held = tables.show_cells(cells, time.monotonic() - began, console)
            told["cells"] = [asdict(cell) for cell in cells]
        if given.only != "matrix":
            stormed = storm.work(found, kills=given.kills, tickets=given.tickets, seed=given.seed)
            held = tables.show_storm(stormed, console) and held
            told |= {"kills": tables.figures(stormed), "wrong": stormed.wrong()}
    if given.json:
        given.json.write_text(json.dumps(told, indent=1))
    return 0 if held else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make crash", description=__doc__)
    add = parser.add_argument
    add("--only", choices=["matrix", "kills"], help="one of the two halves")
    add("--routes", nargs="*", choices=ROUTES, metavar="NAME", help=f"of: {', '.join(ROUTES)}")
    add("--every", type=int, default=1, metavar="N", help="only each Nth boundary of a route")
    add("--kills", type=int, default=200, metavar="N", help="kills at random moments")
    add("--tickets", type=int, default=100, metavar="N", help="tickets under them")
    add("--seed", type=int, default=1, metavar="N", help="of the random moments")
    add("--json", type=Path, metavar="FILE", help="write each cell and each figure to this file")
    return parser.parse_args()


@contextmanager
def _ground() -> Iterator[Ground]:
    """A server of our own, with nothing in it worth an fsync, deleted at the end."""
    home = Path(tempfile.mkdtemp(prefix="deskgraph-crash-"))
    home.chmod(0o711)
    settings = Settings(home=home, database_url=None)
    try:
        with asyncio.Runner() as runner:
            opened = database(settings, options=("fsync=off", "full_page_writes=off", "max_connections=200"))
            url = runner.run(opened.__aenter__())
            try:
                runner.run(migrate(url))
                with ground(url, home) as found:
                    yield found
            finally:
                runner.run(opened.__aexit__(None, None, None))
    finally:
        discard(home)
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
