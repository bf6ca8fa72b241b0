"""Extensions of PostgreSQL that make the desk better where the database has them."""

import psycopg

from deskgraph.database.connecting import is_away
from deskgraph.database.named import load
from deskgraph.database.rows import Connection, value

QUERIES = load(__file__)
_CREATE = {
    "vector": QUERIES["create_vector"],
    "pg_trgm": QUERIES["create_pg_trgm"],
    "unaccent": QUERIES["create_unaccent"],
}


async def make_extensions(conn: Connection) -> None:
    """Make those that the database offers and lets us make. Without pgvector search is lexical, and says so."""
    rows = await (await conn.execute(QUERIES["offered_extensions"], {"names": list(_CREATE)})).fetchall()
    for row in rows:
        try:
            await conn.execute(_CREATE[row["name"]])
        except psycopg.Error as error:
            if is_away(error):
                raise


async def has_vector(conn: Connection) -> bool:
    """Whether this database has pgvector."""
    return bool(await value(conn, QUERIES["has_vector"]))
