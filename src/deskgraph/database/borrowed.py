"""The tables of libraries in this database: procrastinate's queue, and LangGraph's checkpoints.

The queue's tables lie in the default schema, for its SQL names none. A new database gets its schema whole, noted with
the last of the library's own migration files; from then on it gets each file that a newer version of it brings. The
checkpointer sets itself up, in a schema of its own, and what is noted is its version.
"""

import importlib.metadata
import importlib.util
from collections.abc import Collection
from pathlib import Path

from deskgraph.database.connecting import CHECKPOINTS, connect
from deskgraph.database.named import load
from deskgraph.database.rows import value
from deskgraph.errors import BadMigration

QUERIES = load(__file__)
_QUEUE = "procrastinate"
_WHOLE = f"{_QUEUE} schema"
_SAVER = "langgraph-checkpoint-postgres"


def pending(applied: Collection[str]) -> list[str]:
    """Names of what the libraries still need, in order."""
    saver = f"{_SAVER} {importlib.metadata.version(_SAVER)}"
    return [*_pending_queue(applied), *(() if saver in applied else (saver,))]


def sql(name: str) -> str | None:
    """The SQL of a step of the queue; None for the checkpointer's, which sets itself up."""
    if not name.startswith(_QUEUE):
        return None
    file = "schema.sql" if name.startswith(_WHOLE) else f"migrations/{name.split()[-1]}.sql"
    return (queue_folder() / file).read_text(encoding="utf-8")


async def set_up_checkpoints(url: str) -> None:
    """Have the checkpointer make or upgrade its tables, in their schema. To be called by one process at a time."""
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    async with await connect(url, schema=CHECKPOINTS) as conn:
        await conn.execute(QUERIES["create_checkpoint_schema"])
        # A setup that was killed while it made an index leaves one that is not valid, and would keep it.
        await conn.execute(QUERIES["drop_broken_indexes"])
        if await value(conn, QUERIES["has_checkpoint_ledger"]):
            version = await value(conn, QUERIES["checkpoint_version"])
            if version is not None and version >= len(AsyncPostgresSaver.MIGRATIONS):
                raise BadMigration(
                    f"The database's checkpoints are newer than the installed {_SAVER}.",
                    "Upgrade that package.",
                )
        await AsyncPostgresSaver(conn).setup()


def queue_folder() -> Path:
    """Where procrastinate keeps its SQL. It is found and not imported: most commands do not need the queue."""
    spec = importlib.util.find_spec(_QUEUE)
    if spec is None or spec.origin is None:
        raise BadMigration("The package procrastinate is not installed.", "Install deskgraph anew.")
    return Path(spec.origin).with_name("sql")


def _pending_queue(applied: Collection[str]) -> list[str]:
    files = sorted(path.stem for path in (queue_folder() / "migrations").glob("*.sql"))
    done = [name.split()[-1] for name in applied if name.startswith(_QUEUE)]
    if not done:
        return [f"{_WHOLE} {files[-1]}"]
    if max(done) > files[-1]:
        raise BadMigration(
            f"The database's queue is newer than the installed {_QUEUE}.", "Upgrade that package."
        )
    return [f"{_QUEUE} {file}" for file in files if file > max(done)]
