"""Erase a customer: everything of theirs in one transaction, and nothing that a run in flight could still write."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects.forget import forget_effects, open_effects
from deskgraph.errors import NotFound
from deskgraph.events.forget import forget_subjects
from deskgraph.runs import Audience, lane_key, subject_key
from deskgraph.runs.forget import forget_lanes, forget_runs, hold_lanes, lock_runs, runs_of
from deskgraph.tickets import clean_address
from deskgraph.tickets.forget import forget_customer, forget_messages, hold_customer, tickets_of
from deskgraph.tools import Pack
from deskgraph.worker.checkpoints import forget_checkpoints

_AUDIENCES: tuple[Audience, ...] = ("customer", "team")


@dataclass(frozen=True)
class Erased:
    """What went: rows by table, the desk's own and each pack's. `kept` says what could not go and why; `dry_run`, that
    all of it is still there."""

    customer: str
    dry_run: bool
    rows: dict[str, int]
    packs: dict[str, dict[str, int]]
    kept: list[str]


async def erase(pool: Pool, who: int | str, *, packs: Sequence[Pack], dry_run: bool = False) -> Erased:
    """Erase the customer of an id or an address. Raises `BadAddress`, and `NotFound` when there is nothing of theirs.

    One transaction: it waits for writes under way, and when it commits, their lanes are gone, so that a run which some
    worker has in its hands can write nothing any more. A dry run does the same and is rolled back: it counts exactly.
    """
    who = who if isinstance(who, int) else clean_address(who)
    async with transaction(pool) as conn, conn.transaction(force_rollback=dry_run):
        customer = await hold_customer(conn, who)
        if customer is None and isinstance(who, int):
            raise NotFound("There is no such customer.", "An address finds one, too.")
        email = str(who) if customer is None else customer.email
        tickets = [] if customer is None else await tickets_of(conn, customer.id)
        rows, kept = await _work(conn, tickets)
        rows |= await forget_customer(conn, customer.id if customer else None, email, tickets)
        asked = {pack.name: await pack.erase(conn, email) for pack in packs if pack.erase is not None}
        if not any([*rows.values(), *(sum(each.values()) for each in asked.values())]):
            raise NotFound(
                "There is nothing of this address here.", "Look for another spelling of the address."
            )
    silent = [_unasked(pack) for pack in packs if pack.erase is None and pack.migrate is not None]
    return Erased(email, dry_run, rows, asked, [*kept, *silent])


async def _work(conn: Connection, tickets: Sequence[int]) -> tuple[dict[str, int], list[str]]:
    """All that was said and done on tickets: rows by table, and what is not known of it. In the order of locks."""
    lanes = [lane_key(ticket, audience) for ticket in tickets for audience in _AUDIENCES]
    made = await hold_lanes(conn, lanes)
    # Looked up when nobody can add to them any more.
    runs = await runs_of(conn, tickets)
    open_calls = await open_effects(conn, runs, tickets)
    rows = Counter(await forget_effects(conn, runs, tickets))
    await lock_runs(conn, runs)
    rows.update(await forget_subjects(conn, [*map(subject_key, tickets), *(f"run:{run}" for run in runs)]))
    rows.update(await forget_messages(conn, tickets))
    rows.update(await forget_runs(conn, runs, tickets))
    threads = await forget_checkpoints(conn, [str(run) for run in runs])
    rows.update(
        {
            "checkpoints.checkpoints": threads.checkpoints,
            "checkpoints.checkpoint_blobs": threads.blobs,
            "checkpoints.checkpoint_writes": threads.writes,
        }
    )
    rows.update(await forget_lanes(conn, lanes))
    rows["lane"] -= made
    return dict(rows), [_unknown(open_calls)] if open_calls else []


def _unknown(calls: int) -> str:
    return (
        f"{calls} call(s) were under way or of unknown outcome. What they did elsewhere is not undone, and nothing "
        "here tells of it any more."
    )


def _unasked(pack: Pack) -> str:
    return f"The pack {pack.name} has tables of its own and no `erase`: what it keeps of a customer is still there."
