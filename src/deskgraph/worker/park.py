"""A run that waits for a person: its approvals are made when it parks, and its rulings read when it resumes."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, assert_never

from deskgraph import runs
from deskgraph.agents import RunContext
from deskgraph.database import Connection
from deskgraph.effects import Approval, approvals
from deskgraph.events import RunParked, append
from deskgraph.graphs.ruling import Question, Ruled
from deskgraph.runs import subject_key


async def park(
    context: RunContext, waiting: Mapping[str, dict[str, Any]], *, answered: Collection[str] = ()
) -> None:
    """One approval for each question of the run, unique by run and interrupt, and the run marked as parked. `answered`
    are the questions whose rulings it has gone on with."""
    expires = datetime.now(UTC) + timedelta(hours=context.settings.approval_hours)
    async with context.writing() as conn:
        for interrupt_id, value in waiting.items():
            question = Question.model_validate(value)
            await approvals.ask(
                conn,
                run=context.run,
                interrupt_id=interrupt_id,
                kind=question.kind,
                action=question.action,
                arguments=question.arguments,
                text=question.text,
                question=question.about,
                read_up_to=question.read_up_to,
                expires_at=expires,
                effect_id=question.effect,
            )
        await approvals.applied(conn, context.run.id, answered)
        await runs.move(conn, context.run.id, "parked", fence=context.fence)
        await append(
            conn,
            subject_key(context.ticket.id),
            RunParked(),
            key=f"run:{context.run.id}:parked:{'+'.join(sorted(waiting))}",
            run_id=context.run.id,
        )


async def rulings_for(
    conn: Connection, run_id: int, waiting: Mapping[str, dict[str, Any]]
) -> tuple[dict[str, dict[str, Any]], bool]:
    """What people have ruled of the questions that wait, by interrupt id, as the gates read it; and whether one of
    them has expired."""
    asked = [found for found in await approvals.of_run(conn, run_id) if found.interrupt_id in waiting]
    rulings = {
        approval.interrupt_id: ruled.model_dump(mode="json")
        for approval in asked
        if (ruled := _ruled(approval)) is not None
    }
    return rulings, any(approval.status == "expired" for approval in asked)


def _ruled(approval: Approval) -> Ruled | None:
    verdict: Literal["approve", "reject"]
    match approval.status:
        case "approved" | "corrected":
            verdict = "approve"
        case "rejected":
            verdict = "reject"
        case "pending" | "expired" | "void":
            return None
        case _:
            assert_never(approval.status)
    return Ruled(
        approval=approval.id,
        verdict=verdict,
        arguments=approval.arguments,
        text=approval.text,
        by=approval.ruled_by or "",
        note=approval.note,
    )
