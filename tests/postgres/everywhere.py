"""Looking for words in every row of every table, whatever its columns are."""

from collections.abc import Iterable

import psycopg
from psycopg import sql

TABLES = """
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
order by 1, 2
"""
# A row as text has all its columns in it: JSON as it is written, bytes as hexadecimal.
FOUND = sql.SQL(
    "select count(*) from {} t where position({word} in lower(t::text)) > 0 or position({bytes} in t::text) > 0"
)


def found(url: str, words: Iterable[str]) -> dict[str, list[str]]:
    """Where these words stand: by word, the tables."""
    with psycopg.connect(url) as conn:
        tables = conn.execute(TABLES).fetchall()
        where: dict[str, list[str]] = {}
        for word in words:
            for name in tables:
                query = FOUND.format(
                    sql.Identifier(*name),
                    word=sql.Literal(word.lower()),
                    bytes=sql.Literal(word.encode().hex()),
                )
                count = conn.execute(query).fetchone()
                if count is not None and count[0]:
                    where.setdefault(word, []).append(".".join(name))
        return where


def sizes(url: str) -> dict[str, int]:
    """How many rows each table has."""
    with psycopg.connect(url) as conn:
        counts = {}
        for row in conn.execute(TABLES).fetchall():
            table = sql.Identifier(*row)
            count = conn.execute(sql.SQL("select count(*) from {}").format(table)).fetchone()
            counts[".".join(row)] = int(count[0]) if count else 0
        return counts
