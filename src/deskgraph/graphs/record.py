"""The record of a step, for people: a row and its events, each once however often the step is repeated."""

from collections.abc import Sequence
from typing import assert_never

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


async def note_findings(context: RunContext, seen_in: str, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """What the input screen found in what a customer's run was shown, for the state; the team is told, once for each
    of the places where a run meets texts from outside. It blocks nothing. A run for the team is the team's own: its
    asker reads what it is shown, and nothing is to be held back."""
    match context.audience:
        case "team":
            return ()
        case "customer":
            await _tell_team(context, seen_in, found)
            return tuple(dict.fromkeys(found))
        case _:
            assert_never(context.audience)


async def _tell_team(context: RunContext, seen_in: str, found: Sequence[Finding]) -> None:
    if found:
        kinds = tuple(sorted({finding.kind for finding in found}))
        async with context.writing() as conn:
            await append(
                conn,
                subject_key(context.ticket.id),
                FindingsSeen(kinds=kinds),
                key=f"run:{context.run.id}:findings:{seen_in}",
                run_id=context.run.id,
            )
