"""The log of events: numbered per subject without gaps, each key once, announced when its transaction commits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from deskgraph import database
from deskgraph.database import Connection, load, many, value
from deskgraph.database.storable import storable
from deskgraph.events.types import Audience, Event

QUERIES = load(__file__)


@dataclass(frozen=True)
class Recorded:
    """An event as it stands in the log."""

    subject: str
    number: int
    type: str
    audience: Audience
    run_id: int | None
    payload: dict[str, Any]
    created_at: datetime


async def hold(conn: Connection, subject: str) -> None:
    """Be alone in writing this subject's events until the transaction ends. What is read after it is up to date."""
    await database.run(conn, QUERIES["hold"], subject=subject)


async def append(conn: Connection, subject: str, event: Event, *, key: str, run_id: int | None = None) -> int:
    """Write an event; gives its number. A key that is met again gives the number it got first."""
    number = await value(
        conn,
        QUERIES["append"],
        subject=subject,
        key=key,
        run_id=run_id,
        **columns(event),
    )
    return int(number)


def columns(event: Event) -> dict[str, Any]:
    """An event as the parameters `type`, `audience` and `payload` of a statement that appends it itself."""
    payload = Jsonb(storable(event.model_dump(mode="json")))
    return {"type": event.type, "audience": event.audience, "payload": payload}


async def since(
    conn: Connection,
    subject: str,
    number: int,
    *,
    audience: Audience = "team",
    run_id: int | None = None,
    limit: int = 500,
) -> list[Recorded]:
    """Events after a number, oldest first; a customer gets those of their audience only. With `run_id` those of one
    run."""
    return await many(
        conn,
        QUERIES["since"],
        Recorded,
        subject=subject,
        number=number,
        audiences=["customer", "team"] if audience == "team" else ["customer"],
        run_id=run_id,
        limit=limit,
    )


async def number_of(conn: Connection, subject: str, key: str) -> int:
    """The number of the event with this key; 0 when there is none, or none any more."""
    return int(await value(conn, QUERIES["number_of"], subject=subject, key=key) or 0)


async def last_number(conn: Connection, subject: str) -> int:
    """The number of the subject's last event; 0 when nothing happened yet."""
    return int(await value(conn, QUERIES["last_number"], subject=subject) or 0)
