"""Erasing a customer."""

from typing import TYPE_CHECKING

import click

from deskgraph.cli.door import WORDS, asynchronous, open_desk
from deskgraph.cli.output import notice, put, table

if TYPE_CHECKING:
    from deskgraph.staff import Erased


@click.command
@click.argument("email", type=WORDS)
@click.option("--dry-run", is_flag=True, help="Count what would go; change nothing.")
@asynchronous
async def erase(email: str, dry_run: bool) -> None:
    """Erase a customer and everything of theirs.

    Tickets, messages, runs with their checkpoints, approvals, effects, events and Idempotency-Keys, and what the packs
    keep. A run in flight writes nothing any more. It cannot be undone.
    """
    async with open_desk() as desk:
        erased = await desk.erase(email, dry_run=dry_run)
    put(erased, table(["table", "would go" if dry_run else "went"], _rows(erased)))
    for kept in erased.kept:
        notice(kept)


def _rows(erased: "Erased") -> list[tuple[str, int]]:
    packs = [row for rows in erased.packs.values() for row in rows.items()]
    return [row for row in (*erased.rows.items(), *packs) if row[1]]
