"""Every statement of every room fits the migrated schema: PostgreSQL itself prepares it."""

from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg._queries import PostgresQuery
from psycopg.adapt import Transformer

import deskgraph
from deskgraph.database import Connection, Queries

PACKAGE = Path(deskgraph.__file__).parent
ROOMS = sorted(PACKAGE.rglob("queries.sql"))
# The table of one embedding model is made at run time; this one stands for all of them.
SPACE = {"table": sql.Identifier("space"), "index": sql.Identifier("space_nearest"), "size": sql.Literal(3)}
MAKE_SPACE = "create table space (passage_id bigint primary key, vector vector(3) not null)"


class AnyName(dict[str, None]):
    """A parameter of whatever name: to prepare a statement its values are not needed."""

    def __missing__(self, name: str) -> None:
        return None


def numbered(statement: str) -> bytes:
    """The statement with `%(name)s` as `$1`, as it goes to the server."""
    query = PostgresQuery(Transformer())
    query.convert(statement, AnyName())
    return query.query


async def fault(conn: Connection, statement: str) -> str | None:
    """What PostgreSQL has against a statement. What defines tables cannot be prepared, nor can `listen`: it is tried
    and undone."""
    defines = statement.split(maxsplit=1)[0].lower() in {"create", "alter", "drop", "do", "listen"}
    try:
        async with conn.transaction(force_rollback=True):
            await conn.execute((b"" if defines else b"prepare probe as ") + numbered(statement))
            if not defines:
                await conn.execute("deallocate probe")
    except psycopg.Error as error:
        return str(error).splitlines()[0]
    return None


@pytest.mark.parametrize("file", ROOMS, ids=lambda file: str(file.parent.relative_to(PACKAGE)))
async def test_every_named_query_prepares_against_the_migrated_schema(conn: Connection, file: Path) -> None:
    await conn.execute(MAKE_SPACE)
    # What a bench reads of the server, besides the schema.
    await conn.execute("create extension if not exists pg_stat_statements")
    if (own_schema := file.with_name("schema.sql")).exists():
        await conn.execute(own_schema.read_bytes())
    queries = Queries(file)
    faults = {}
    for name in queries.names():
        statement: str = queries[name]
        if any(f"{{{blank}}}" in statement for blank in SPACE):
            statement = sql.SQL(queries[name]).format(**SPACE).as_string(conn)
        if (found := await fault(conn, statement)) is not None:
            faults[name] = found
    assert faults == {}


async def test_a_statement_that_does_not_fit_is_found(conn: Connection) -> None:
    assert await fault(conn, "select no_such_column from ticket where id = %(id)s") is not None
    assert await fault(conn, "select id from ticket where id = %(id)s") is None
