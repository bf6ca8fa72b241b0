"""A person's ruling on an approval: one conditional update and one wake-up, in one transaction."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from deskgraph import runs
from deskgraph.database import Connection, Pool, transaction
from deskgraph.database.storable import storable_text
from deskgraph.effects import Approval, approvals, canonical
from deskgraph.errors import (
    BadArguments,
    Expired,
    NotRulable,
    NotText,
    PersonAnswers,
    TextStopped,
    TextTooLong,
)
from deskgraph.events import hold
from deskgraph.staff.screening import ScreenText, screen_reply
from deskgraph.tickets import get_ticket, says_something, set_handling
from deskgraph.tools import Role

CheckArguments = Callable[[Approval, Mapping[str, object], Role | None], Mapping[str, object]]


@dataclass(frozen=True)
class Ruling:
    """What a person says. With `arguments` or `text` an approval is a correction. `seen` is the number of the last
    event they were shown; without it, the one at asking. `role` is theirs, as the door knows it: without one, any call
    may be approved."""

    approve: bool
    arguments: Mapping[str, Any] | None = None
    text: str | None = None
    note: str = ""
    seen: int | None = None
    role: Role | None = None


@dataclass(frozen=True)
class Checks:
    """What a ruling is checked by: the tools' arguments and approvers, the screen of what goes out, and how many
    characters a reply or a note may have."""

    arguments: CheckArguments
    text: ScreenText
    text_limit: int


async def rule(pool: Pool, approval_id: int, ruling: Ruling, *, by: str, checks: Checks) -> Approval:
    """Rule once. Raises `NotFound`, `AlreadyRuled`, `Expired`, `NewerMessage`, `NotRulable`, `PersonAnswers`,
    `BadArguments`, `ApprovalNotAllowed`, `NotText`, `TextTooLong`, `TextStopped`; after each of them the approval
    stands as it was, but for one that expired."""
    _check_words(ruling, checks)
    async with transaction(pool) as conn:
        approval = await approvals.held(conn, approval_id)
        if approval.status == "pending":
            _check_kind(approval, ruling)
        if approval.overdue:
            # Marked in a transaction that commits, and refused after it.
            await _expire(conn, approval)
        elif approval.status == "pending":
            await _refuse_taken(conn, approval, ruling)
            arguments, text = await _approved(conn, approval, ruling, checks)
            ruled = await approvals.rule(
                conn,
                approval,
                by=by,
                status=_status(approval, ruling, arguments, text),
                arguments=arguments,
                text=text,
                note=ruling.note,
                seen=ruling.seen,
            )
            await runs.wake(conn, (await runs.get(conn, ruled.run_id)).lane)
            return ruled
    if approval.overdue or approval.status == "expired":
        raise Expired(
            f"Approval {approval_id} expired at {approval.expires_at:%Y-%m-%d %H:%M} UTC.",
            "What it asked about was not done; the ticket waits for a person.",
        )
    raise approvals.already_ruled(approval)


def _check_words(ruling: Ruling, checks: Checks) -> None:
    """What is approved is stored and sent byte for byte, so what cannot be stored is refused and never mended."""
    for what, words in (("note", ruling.note), ("text", ruling.text or "")):
        if storable_text(words) != words:
            raise NotText(f"The {what} holds characters that are no text.", "Take them out and try again.")
        if len(words) > checks.text_limit:
            raise TextTooLong(
                f"The {what} has {len(words):,} characters; at most {checks.text_limit:,} are taken.",
                "Shorten it.",
            )


def _check_kind(approval: Approval, ruling: Ruling) -> None:
    """A ruling says only what its question takes: words that would be ignored are refused."""
    if approval.kind == "outcome":
        raise NotRulable(
            f"Approval {approval.id} asks what became of a call; approving cannot answer that.",
            f"Find out, then settle it: `deskgraph settle {approval.effect_id}`.",
        )
    if not ruling.approve and (ruling.arguments is not None or ruling.text is not None):
        raise BadArguments(
            "A rejection changes nothing.", "Give your words as its note, or approve with a correction."
        )
    if approval.kind != "reply" and ruling.text is not None:
        raise BadArguments("This approval is about no reply; it takes no text.")
    if approval.kind != "tool" and ruling.arguments is not None:
        raise BadArguments("This approval is about no tool call; it takes no arguments.")


async def _refuse_taken(conn: Connection, approval: Approval, ruling: Ruling) -> None:
    """A person who has the ticket answers it: the agent's draft is not let go beside them."""
    if approval.kind != "reply" or not ruling.approve or approval.ticket_id is None:
        return
    # Held first, read after: nobody takes the ticket between this look and the ruling.
    await hold(conn, approval.subject)
    ticket = await get_ticket(conn, approval.ticket_id)
    if ticket.handling != "agent":
        raise PersonAnswers(
            f"A person answers ticket {ticket.id}: {ticket.handling_reason}".rstrip(": "),
            "Reply yourself, or hand the ticket back first.",
        )


async def _expire(conn: Connection, approval: Approval) -> None:
    """The ticket goes to a person, and the run ends without its effect."""
    if await approvals.expire(conn, approval) and approval.ticket_id is not None:
        reason = f"Nobody ruled on {approval.action} in time."
        await set_handling(
            conn, approval.ticket_id, "needs_human", reason, key=f"approval:{approval.id}:expired"
        )
        await runs.wake(conn, (await runs.get(conn, approval.run_id)).lane)


async def _approved(
    conn: Connection, approval: Approval, ruling: Ruling, checks: Checks
) -> tuple[str, str | None]:
    """The arguments and the text that a ruling lets through, checked; a rejection leaves what was asked."""
    if not ruling.approve:
        return approval.arguments, approval.text
    if approval.kind == "tool":
        given = json.loads(approval.arguments) if ruling.arguments is None else ruling.arguments
        arguments = canonical(dict(checks.arguments(approval, given, ruling.role)))
        if ruling.arguments is None and arguments != approval.arguments:
            raise BadArguments(
                f"{approval.action} takes other arguments than were shown when approval {approval.id} was asked.",
                "Approve it with the arguments you mean.",
            )
        return arguments, None
    if ruling.text is None:
        return approval.arguments, approval.text
    return approval.arguments, await _screened(conn, approval, ruling.text, checks)


async def _screened(conn: Connection, approval: Approval, text: str, checks: Checks) -> str:
    if not says_something(text):
        raise TextStopped("A reply cannot be empty.", "Write one, or reject the draft.")
    await screen_reply(conn, approval.ticket_id or 0, text, checks.text, known=[approval.text or ""])
    return text


def _status(
    approval: Approval, ruling: Ruling, arguments: str, text: str | None
) -> Literal["approved", "corrected", "rejected"]:
    if not ruling.approve:
        return "rejected"
    return "approved" if (arguments, text) == (approval.arguments, approval.text) else "corrected"
