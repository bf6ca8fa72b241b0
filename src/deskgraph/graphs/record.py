"""The record of a step, for people: one row and one event, under the fence, each once however often it repeats."""

from collections.abc import Sequence

from deskgraph.agents.base import Decided
from deskgraph.agents.context import RunContext
from deskgraph.decisions import Decision
from deskgraph.events import FindingsSeen, StepDone, StepSeen, append
from deskgraph.guardrails import Finding
from deskgraph.runs import Step, subject_key
from deskgraph.runs import record_step as record_row


async def record_step(
    context: RunContext, *, key: str, node: str, goto: str, decided: Sequence[Decided[Decision]], ms: int
) -> None:
    """Write what a node decided. The key is the task's, so a step that a kill made run again is one row."""
    last = decided[-1] if decided else None
    step = Step(
        key=key,
        node=node,
        decision=type(last.decision).__name__ if last else None,
        detail={"goto": goto, "decided": [made.decision.model_dump(mode="json") for made in decided]},
        model=last.model if last else None,
        tokens=sum(made.tokens for made in decided),
        ms=ms,
    )
    subject = subject_key(context.ticket.id)
    async with context.writing() as conn:
        await record_row(conn, context.run.id, step)
        await append(
            conn,
            subject,
            StepDone(node=node, decision=step.decision, ms=ms),
            key=f"run:{context.run.id}:step:{key}",
            run_id=context.run.id,
        )
        if context.audience == "customer":
            await append(
                conn,
                subject,
                StepSeen(node=node),
                key=f"run:{context.run.id}:seen:{key}",
                run_id=context.run.id,
            )


async def tell_findings(context: RunContext, findings: Sequence[Finding]) -> None:
    """Tell the team, once, what the input screen found. It blocks nothing."""
    if findings:
        kinds = tuple(sorted({finding.kind for finding in findings}))
        async with context.writing() as conn:
            await append(
                conn,
                subject_key(context.ticket.id),
                FindingsSeen(kinds=kinds),
                key=f"run:{context.run.id}:findings",
                run_id=context.run.id,
            )
