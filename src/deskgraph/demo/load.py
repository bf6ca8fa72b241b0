"""Load the demo: its order book and its articles."""

from deskgraph import database
from deskgraph.database import Pool
from deskgraph.demo.pack import PACK, apply_schema
from deskgraph.knowledge import AddReport, Library, Progress

QUERIES = database.load(__file__)
# Sources are "demo/return-an-item.md" wherever the package is installed.
ORIGIN = PACK.name


async def load(
    pool: Pool, library: Library, *, fresh: bool = False, progress: Progress | None = None
) -> AddReport:
    """Make the order book and add the articles; loaded before, nothing changes.

    `fresh` makes the order book anew: an order that an earlier demo cancelled can be cancelled again. `progress`
    counts embedded passages. Raises DatabaseUnavailable.
    """
    async with database.transaction(pool) as conn:
        if fresh:
            await database.run(conn, QUERIES["drop_order_book"])
        await apply_schema(conn)
    if PACK.articles is None:
        return AddReport()
    return await library.add([PACK.articles], origin=ORIGIN, progress=progress)
