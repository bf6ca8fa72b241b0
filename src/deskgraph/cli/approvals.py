"""What waits for a person, and their ruling."""

import json
from collections.abc import Callable
from typing import Any, get_args

import click

from deskgraph.cli.door import ID, asynchronous, caller, open_desk, open_rows
from deskgraph.cli.output import document, one_line, put, table
from deskgraph.cli.submit import SECONDS, WAIT, WAITS, ended
from deskgraph.database import transaction
from deskgraph.effects import Status
from deskgraph.errors import BadArguments
from deskgraph.staff import Ruling
from deskgraph.web import arguments, reading, shapes

NOTE = "Why, for the record. A rejection's note also reaches the agent, which explains it to the customer."
SEEN = "Number of the last event you saw; refused when the customer wrote after it."


@click.command
@click.option(
    "--status", type=click.Choice(get_args(Status)), default="pending", show_default=True, help="Only those."
)
@click.option("--ticket", type=ID, metavar="T", help="Only those of this ticket.")
@asynchronous
async def approvals(status: Status, ticket: int | None) -> None:
    """List what waits for a person."""
    async with open_rows() as conn:
        found = await reading.approvals(conn, status=status, ticket_id=ticket)
    head = ["approval", "ticket", "run", "kind", "expires", "what"]
    rows = [(a.id, a.ticket, a.run, a.kind, f"{a.expires:%Y-%m-%d %H:%M}", _what(a)) for a in found]
    put(found, table(head, rows) if rows else "Nothing waits for a person.")


@click.command
@click.argument("approval", type=ID, metavar="ID")
@click.option(
    "--set", "changes", multiple=True, metavar="KEY=VALUE", help="Correct one argument of the call."
)
@click.option("--text", metavar="T", help="Send this text instead of the draft.")
@click.option("--note", default="", metavar="T", help=NOTE)
@click.option("--seen", type=click.IntRange(0), metavar="N", help=SEEN)
@WAIT
@SECONDS
@asynchronous
async def approve(
    approval: int,
    changes: tuple[str, ...],
    text: str | None,
    note: str,
    seen: int | None,
    wait: bool,
    seconds: float,
) -> int:
    """Approve a call or a draft, corrected if need be.

    What you approve is byte for byte what runs or is sent.
    """

    def said(asked: shapes.Approval) -> Ruling:
        _refuse_incomplete(asked, changes)
        return Ruling(approve=True, arguments=_corrected(asked, changes), text=text, note=note, seen=seen)

    return await _rule(approval, said, seconds if wait else None)


@click.command
@click.argument("approval", type=ID, metavar="ID")
@click.option("--note", required=True, metavar="T", help=NOTE)
@WAIT
@SECONDS
@asynchronous
async def reject(approval: int, note: str, wait: bool, seconds: float) -> int:
    """Reject a call or a draft. Nothing is done; the run goes on and says so."""
    return await _rule(approval, lambda _: Ruling(approve=False, note=note), seconds if wait else None)


async def _rule(approval: int, said: Callable[[shapes.Approval], Ruling], seconds: float | None) -> int:
    async with open_desk() as desk:
        async with transaction(desk.pool) as conn:
            asked = await reading.approval(conn, approval)
        ruled = await desk.rule(approval, said(asked), by=caller())
        run = await desk.wait(ruled.run_id, seconds) if seconds is not None else None
        async with transaction(desk.pool) as conn:
            found = await reading.approval(conn, approval)
    told = f"Approval {found.id} of run {found.run}: {found.status}."
    if run is None:
        put(found, told)
        return 0
    became = f"The run: {run.outcome or run.state}. {run.reason}".strip()
    put(document(found), f"{told} {became}{WAITS if run.state == 'parked' else ''}")
    return ended(run)


def _corrected(asked: shapes.Approval, changes: tuple[str, ...]) -> dict[str, Any] | None:
    """The arguments with the changes in them; None when there are none."""
    if not changes:
        return None
    corrected = dict(asked.arguments)
    for change in changes:
        name, equals, raw = change.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes KEY=VALUE, not {change!r}.")
        if asked.kind != "tool":
            raise BadArguments("A draft has no arguments.", "Replace it with --text.")
        corrected[name] = arguments.read(asked.schema_, name, raw)
    return corrected


def _refuse_incomplete(asked: shapes.Approval, changes: tuple[str, ...]) -> None:
    """Say how to give what the agent could not fill in."""
    lacking = _lacking(asked)
    if lacking and not changes and asked.status == "pending":
        raise BadArguments(
            f"{asked.action}: the agent left out {', '.join(lacking)}.",
            f"Give it: {' '.join(f'--set {name}=...' for name in lacking)}",
        )


def _lacking(approval: shapes.Approval) -> list[str]:
    """Arguments that the tool needs and the agent did not fill in."""
    needed = approval.schema_.get("required", []) if approval.kind == "tool" else []
    return [name for name in needed if name not in approval.arguments]


def _what(approval: shapes.Approval) -> str:
    if approval.text is not None:
        return one_line(f"{approval.action}: {approval.text}", 80)
    if approval.kind == "outcome":
        return f"did {approval.action} happen? deskgraph settle {approval.effect}"
    call = one_line(f"{approval.action} {json.dumps(approval.arguments, ensure_ascii=False)}", 80)
    lacking = _lacking(approval)
    missing = f", {', '.join(lacking)} missing" if lacking else ""
    needed = approval.approver["role"] if approval.approver else "staff"
    warned = "".join(f"; {one_line(warning, 60)}" for warning in approval.warnings)
    return f"{call}{missing}{f', needs {needed}' if needed != 'staff' else ''}{warned}"
