"""Where articles that customers may read lead to, whom they name, and what they rule."""

from collections.abc import Sequence

from deskgraph import database
from deskgraph.database import Connection
from deskgraph.guardrails import hosts
from deskgraph.knowledge.store import QUERIES
from deskgraph.privacy.digits import BLANKS, DASHES


async def linked_hosts(conn: Connection, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted hosts that an article links to."""
    if not wanted:
        return []
    texts: list[str] = await database.value(conn, QUERIES["texts_with"], hosts=list(dict.fromkeys(wanted)))
    linked = {host for text in texts for host in hosts(text)}
    return [host for host in dict.fromkeys(wanted) if host in linked]


async def texts_naming(conn: Connection, traces: Sequence[str]) -> list[str]:
    """Passages that may hold a telephone number, an address or an account, by its traces."""
    if not traces:
        return []
    texts: list[str] = await database.value(
        conn, QUERIES["texts_naming"], traces=list(dict.fromkeys(traces)), between=BLANKS + DASHES + "./()"
    )
    return texts


async def texts_saying(conn: Connection, sentences: Sequence[str]) -> list[str]:
    """Passages that may hold one of these sentences: all of its words stand there."""
    if not sentences:
        return []
    texts: list[str] = await database.value(
        conn, QUERIES["texts_saying"], sentences=list(dict.fromkeys(sentences))
    )
    return texts
