"""A grant comes from the approval's row, and only a yes to a tool of the same run is one."""

from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest

from deskgraph import runs, tickets
from deskgraph.database import Connection
from deskgraph.effects import approvals, bound_hash
from deskgraph.errors import NotApproved
from deskgraph.settings import Settings
from deskgraph.tools import granted

SHOWN = '{"amount":"20"}'
CORRECTED = '{"amount":"10"}'


async def asked(conn: Connection, settings: Settings, kind: approvals.Kind = "tool") -> approvals.Approval:
    """A pending question about a refund, of a run of its own."""
    submitted = await tickets.submit(
        conn,
        sender="ann@example.org",
        subject="A refund",
        text="Please refund 20.",
        actor="customer:ann@example.org",
        models={},
        settings=settings,
    )
    assert submitted.run_id is not None
    return await approvals.ask(
        conn,
        run=await runs.get(conn, submitted.run_id),
        interrupt_id="i1",
        kind=kind,
        action="refund",
        arguments=SHOWN,
        text=None,
        question={},
        read_up_to=99,
        expires_at=datetime.now(UTC) + timedelta(hours=1),
    )


async def ruled(
    conn: Connection, approval: approvals.Approval, status: Literal["approved", "corrected", "rejected"]
) -> None:
    arguments = CORRECTED if status == "corrected" else SHOWN
    await approvals.rule(
        conn, approval, by="eve", status=status, arguments=arguments, text=None, note="", seen=None
    )


@pytest.mark.parametrize(("status", "arguments"), [("approved", SHOWN), ("corrected", CORRECTED)])
async def test_a_yes_covers_what_was_ruled_on_and_nothing_else(
    conn: Connection, settings: Settings, status: Literal["approved", "corrected"], arguments: str
) -> None:
    approval = await asked(conn, settings)
    await ruled(conn, approval, status)
    grant = await granted(conn, approval.id, run_id=approval.run_id)
    covered = [text for text in (SHOWN, CORRECTED) if grant.covers("refund", text)]
    assert (covered, grant.bound_hash) == ([arguments], bound_hash("refund", arguments))
    assert not grant.covers("cancel_order", arguments)


async def test_a_question_that_waits_and_a_no_are_no_grant(conn: Connection, settings: Settings) -> None:
    approval = await asked(conn, settings)
    with pytest.raises(NotApproved, match="is pending"):
        await granted(conn, approval.id, run_id=approval.run_id)
    await ruled(conn, approval, "rejected")
    with pytest.raises(NotApproved, match="is rejected"):
        await granted(conn, approval.id, run_id=approval.run_id)


async def test_a_yes_to_another_run_to_a_reply_or_to_nothing_is_no_grant(
    conn: Connection, settings: Settings
) -> None:
    approval = await asked(conn, settings)
    await ruled(conn, approval, "approved")
    with pytest.raises(NotApproved):
        await granted(conn, approval.id, run_id=approval.run_id + 1)
    with pytest.raises(NotApproved, match="There is no approval"):
        await granted(conn, approval.id + 1, run_id=approval.run_id)


async def test_a_yes_to_an_outcome_is_no_grant(conn: Connection, settings: Settings) -> None:
    approval = await asked(conn, settings, kind="outcome")
    await ruled(conn, approval, "approved")
    with pytest.raises(NotApproved):
        await granted(conn, approval.id, run_id=approval.run_id)
