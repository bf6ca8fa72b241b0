"""Load the demo: its order book and its articles."""

from deskgraph import database
from deskgraph.database import Pool
from deskgraph.demo.pack import PACK, apply_schema
from deskgraph.knowledge import AddReport, Library, Progress

# Sources are "demo/return-an-item.md" wherever the package is installed.
ORIGIN = PACK.name


async def load(pool: Pool, library: Library, *, progress: Progress | None = None) -> AddReport:
    """Make the order book and add the articles; loaded before, nothing changes.

    `progress` counts embedded passages. Raises DatabaseUnavailable.
    """
    async with database.transaction(pool) as conn:
        await apply_schema(conn)
    if PACK.articles is None:
        return AddReport()
    return await library.add([PACK.articles], origin=ORIGIN, progress=progress)
