"""What models cost, row by row, and the sums that caps are compared with."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from deskgraph import database
from deskgraph.database import Connection, load, many

QUERIES = load(__file__)

Scope = Literal["run", "ticket", "day"]


@dataclass(frozen=True)
class Spend:
    """What one decision of a model used. `cost` in US dollars; None where no price is known, which is not zero."""

    purpose: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: Decimal | None


@dataclass(frozen=True)
class Spent:
    """What has been used so far by a run, by all runs of a ticket, or by all of this day (UTC)."""

    scope: Scope
    tokens: int = 0
    cost: Decimal = Decimal(0)


async def record_spend(conn: Connection, run_id: int, ticket_id: int | None, spend: Spend) -> None:
    """Write what a decision used. One that is made again, after a kill, is paid again."""
    await database.run(
        conn,
        QUERIES["record_spend"],
        run_id=run_id,
        ticket_id=ticket_id,
        purpose=spend.purpose,
        model=spend.model,
        input_tokens=spend.input_tokens,
        output_tokens=spend.output_tokens,
        cost=spend.cost,
    )


async def spent(
    conn: Connection, run_id: int, ticket_id: int | None, scopes: Sequence[Scope]
) -> dict[Scope, Spent]:
    """The sums of these scopes. What `builtin` used is in none, nor what a model cost whose price is not known."""
    sums = await many(conn, QUERIES["spent"], Spent, run_id=run_id, ticket_id=ticket_id, scopes=list(scopes))
    return {each.scope: each for each in sums if each.scope in scopes}
