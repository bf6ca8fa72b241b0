"""Fill the desk's order book from the db.json of a folder; without one, with the sample."""

import argparse
import asyncio
from pathlib import Path

from deskgraph.database import database, open_pool, transaction
from deskgraph.errors import DeskError
from deskgraph.settings import Settings
from examples.retail import make_tables
from examples.retail.load import SAMPLE, NoBook, fill


async def _fill(folder: Path, fresh: bool) -> None:
    settings = Settings()
    async with database(settings) as url, open_pool(url, settings) as pool, transaction(pool) as conn:
        await make_tables(conn)
        await fill(conn, folder, fresh=fresh)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.retail", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SAMPLE, metavar="FOLDER")
    parser.add_argument("--fresh", action="store_true", help="forget what the order book holds")
    arguments = parser.parse_args()
    try:
        asyncio.run(_fill(arguments.folder, arguments.fresh))
    except (NoBook, DeskError) as error:
        raise SystemExit(f"{error}") from error


if __name__ == "__main__":
    main()
