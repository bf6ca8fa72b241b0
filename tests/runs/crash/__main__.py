"""`make crash`: the matrix, then kills at random moments. Tables last; exit status 1 when anything fell short."""

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

from rich.console import Console

from deskgraph.database import database, migrate
from deskgraph.database.embedded import discard
from deskgraph.settings import Settings

from . import matrix
from .ground import Ground, furnish, ground
from .routes import ROUTES


def main() -> int:
    given = _arguments()
    routes = [route for route in ROUTES if not given.routes or route.name in given.routes]
    console = Console(width=180)
    began = time.monotonic()
    with _ground() as found:
        cells = matrix.work(found, routes, given.every)
    held = matrix.show(cells, console)
    console.print(f"{time.monotonic() - began:.0f} s")
    if given.json:
        given.json.write_text(json.dumps({"cells": [asdict(cell) for cell in cells]}, indent=1))
    return 0 if held else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make crash", description=__doc__)
    names = [route.name for route in ROUTES]
    parser.add_argument("--routes", nargs="*", choices=names, metavar="NAME", help=f"of: {', '.join(names)}")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth boundary")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write each cell to this file")
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
                    runner.run(furnish(found))
                    yield found
            finally:
                runner.run(opened.__aexit__(None, None, None))
    finally:
        discard(home)
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
