"""The record of a step, for people: a row and its events, each once however often the step is repeated."""

from collections.abc import Sequence

from deskgraph.agents.base import Decided
from deskgraph.agents.context import RunContext
from deskgraph.decisions import Decision
from deskgraph.events import Event, FindingsSeen, StepDone, StepSeen, append
from deskgraph.guardrails import Finding
from deskgraph.runs import Entry, Step, subject_key


def note_step(
    context: RunContext, *, key: str, node: str, goto: str, decided: Sequence[Decided[Decision]], ms: int
) -> None:
    """Note what a node decided. The key is the task's, so a step that a kill made run again is one row; it is written
    with the step's checkpoint."""
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
    run = context.run.id
    events: list[tuple[str, Event]] = [
        (f"run:{run}:step:{key}", StepDone(node=node, decision=step.decision, ms=ms))
    ]
    if context.audience == "customer":
        events.append((f"run:{run}:seen:{key}", StepSeen(node=node)))
    context.journal.note(Entry(step, tuple(events)))


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
