"""Where articles that customers may read lead to."""

from collections.abc import Sequence

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.guardrails import hosts
from deskgraph.knowledge.store import QUERIES


async def linked_hosts(conn: Connection, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted hosts that an article links to."""
    if not wanted:
        return []
    texts: list[str] = await database.value(conn, QUERIES["texts_with"], hosts=list(dict.fromkeys(wanted)))
    linked = {host for text in texts for host in hosts(text)}
    return [host for host in dict.fromkeys(wanted) if host in linked]
