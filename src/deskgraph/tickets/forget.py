"""How what customers said goes: keys by age, and a customer with everything of theirs."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph import database
from deskgraph.database import Connection, load, one, value

QUERIES = load(__file__)
_BIGINT = 2**63


@dataclass(frozen=True)
class Customer:
    """Whose tickets they are."""

    id: int
    email: str


async def prune_keys(conn: Connection, seconds: float, limit: int | None, *, dry: bool) -> int:
    """Delete Idempotency-Keys older than so many seconds; how many. `dry` counts only."""
    return int(await value(conn, QUERIES["prune_keys"], seconds=seconds, limit=limit, dry=dry))


async def hold_customer(conn: Connection, who: int | str) -> Customer | None:
    """The customer of an id or an address, whose tickets nobody adds to until the transaction ends."""
    known, email = (who, None) if isinstance(who, int) else (None, who)
    if known is not None and not 0 < known < _BIGINT:
        return None
    found = await one(conn, QUERIES["find_customer"], Customer, id=known, email=email)
    return None if found is None else await one(conn, QUERIES["lock_customer"], Customer, id=found.id)


async def tickets_of(conn: Connection, customer: int) -> list[int]:
    """A customer's tickets."""
    rows = await conn.execute(QUERIES["tickets_of"], {"customer": customer})
    return [row["id"] for row in await rows.fetchall()]


async def forget_messages(conn: Connection, tickets: Sequence[int]) -> dict[str, int]:
    """Delete all that was said on these tickets, and have nobody change them until the transaction ends."""
    await database.run(conn, QUERIES["lock_tickets"], tickets=list(tickets))
    return {"message": await database.run(conn, QUERIES["forget_messages"], tickets=list(tickets))}


async def forget_customer(
    conn: Connection, customer: int | None, email: str, tickets: Sequence[int]
) -> dict[str, int]:
    """Delete a customer, their tickets and their Idempotency-Keys: rows a table. Runs have gone before."""
    return {
        "ticket": await database.run(conn, QUERIES["forget_tickets"], tickets=list(tickets)),
        "customer": await database.run(conn, QUERIES["forget_customer"], customer=customer),
        "idempotency": await database.run(conn, QUERIES["forget_keys"], email=email),
    }
