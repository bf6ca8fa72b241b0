"""The database's tables."""

import click

from deskgraph.cli.door import asynchronous, read_settings
from deskgraph.cli.output import put
from deskgraph.database import database
from deskgraph.database import migrate as migrate_database


@click.command
@asynchronous
async def migrate() -> None:
    """Bring the database's tables up to date. Safe to run from several machines at once."""
    async with database(read_settings()) as url:
        applied = await migrate_database(url)
    put({"applied": applied}, "\n".join(applied) if applied else "Nothing to do: the tables are up to date.")
