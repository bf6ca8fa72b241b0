"""PostgreSQL: the embedded server, connections, migrations, named SQL, stored settings."""

from deskgraph.database.alone import alone
from deskgraph.database.connecting import is_away, unavailable
from deskgraph.database.embedded import database
from deskgraph.database.extensions import has_vector
from deskgraph.database.migrate import migrate, pending
from deskgraph.database.named import Queries, load
from deskgraph.database.pool import Pool, open_pool, session, transaction, waiting_at_most
from deskgraph.database.rows import Connection, many, one, run, value
from deskgraph.database.stored import first_setting, get_setting, put_setting

__all__ = [
    "Connection",
    "Pool",
    "Queries",
    "alone",
    "database",
    "first_setting",
    "get_setting",
    "has_vector",
    "is_away",
    "load",
    "many",
    "migrate",
    "one",
    "open_pool",
    "pending",
    "put_setting",
    "run",
    "session",
    "transaction",
    "unavailable",
    "value",
    "waiting_at_most",
]
