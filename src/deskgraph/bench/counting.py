"""What a run asks of the database: statements, commits, rows and bytes, as the server counts them."""

from deskgraph.bench.whole import drained
from deskgraph.bootstrap import Desk
from deskgraph.database import load, session

QUERIES = load(__file__)
# The server counts statements with this library, which it has to load when it starts.
SERVER_OPTIONS = ("shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=none")
_CONCURRENCY = 8


async def count_statements(desk: Desk) -> None:
    """Have the server count what connections opened from now on ask. It counts nothing else in the meantime."""
    async with session(desk.pool) as conn:
        await conn.execute(QUERIES["make_extension"])
        await conn.execute(QUERIES["track"])


async def database_figures(desk: Desk, runs: int) -> dict[str, float | None]:
    """Of one run, with its share of what queue and worker ask besides, and without the handing in of its message:
    `run_statements` (transaction control included), `run_commits`, `run_rows` written, `run_wal_bytes`."""
    before: dict[str, float] = {}

    async def handed_in() -> None:
        before.update(await _stand(desk))

    await drained(desk, _CONCURRENCY, runs, handed_in=handed_in)
    after = await _stand(desk)
    return {name: (after[name] - count) / runs for name, count in before.items()}


async def _stand(desk: Desk) -> dict[str, float]:
    async with session(desk.pool) as conn:
        # The server adds a session's counts up when it is idle; those of this one are asked for.
        await conn.execute(QUERIES["flush"])
        row = await (await conn.execute(QUERIES["stand"])).fetchone()
    return {name: float(count) for name, count in (row or {}).items()}
