"""A run again, from what was recorded of it: its steps, what people ruled and what was done, in their order.

Rows of ours are all that is read. Nothing is called, and the run's checkpoints may be long gone.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

from deskgraph import effects, runs
from deskgraph.database import Connection
from deskgraph.effects import approvals as approval_rows
from deskgraph.web import reading, shapes


class ReplayedStep(shapes.Step):
    """A step with what was decided in it, where the graph went from there, and when it was recorded."""

    number: int
    decided: list[dict[str, Any]]
    goto: str | None
    at: datetime | None


class Moment(shapes.Shape):
    """Something of the run in its place. `of` is the step's number, or the approval's or the effect's id."""

    at: datetime
    what: Literal["step", "asked", "ruled", "claimed", "settled"]
    of: int


class Replay(shapes.Shape):
    """A run as `Run` tells it, and more: who asked, by which models, the questions, and the order of it all."""

    id: int
    ticket: int | None
    graph: str
    state: str
    outcome: str | None
    reason: str
    steps: list[ReplayedStep]
    final: dict[str, Any] | None
    effects: list[shapes.Effect]
    approvals: list[shapes.Approval]
    order: list[Moment]
    actor: str
    models: dict[str, str]
    created: datetime
    started: datetime | None
    finished: datetime | None


async def replay(conn: Connection, run_id: int) -> Replay:
    """The run's recorded course; `NotFound` when there is no such run."""
    run = await runs.get(conn, run_id)
    steps = [_step(number, step) for number, step in enumerate(await runs.steps(conn, run_id), 1)]
    asked = await approval_rows.of_run(conn, run_id)
    done = await effects.of_run(conn, run_id)
    return Replay(
        id=run.id,
        ticket=run.ticket_id,
        graph=run.graph,
        state=run.state,
        outcome=run.outcome,
        reason=run.reason,
        steps=steps,
        final=run.final,
        effects=[reading.effect_of(each) for each in done],
        approvals=[reading.approval_of(each) for each in asked],
        order=sorted(_moments(steps, asked, done), key=lambda moment: moment.at),
        actor=run.actor,
        models=run.models,
        created=run.created_at,
        started=run.started_at,
        finished=run.finished_at,
    )


def _step(number: int, step: runs.Step) -> ReplayedStep:
    return ReplayedStep(
        number=number,
        node=step.node,
        decision=step.decision,
        model=step.model,
        tokens=step.tokens,
        ms=step.ms,
        decided=step.detail.get("decided", []),
        goto=step.detail.get("goto"),
        at=step.created_at,
    )


def _moments(
    steps: Sequence[ReplayedStep], asked: Sequence[effects.Approval], done: Sequence[effects.Effect]
) -> Iterator[Moment]:
    for step in steps:
        if step.at is not None:
            yield Moment(at=step.at, what="step", of=step.number)
    for approval in asked:
        yield Moment(at=approval.created_at, what="asked", of=approval.id)
        if approval.ruled_at is not None:
            yield Moment(at=approval.ruled_at, what="ruled", of=approval.id)
    for effect in done:
        yield Moment(at=effect.created_at, what="claimed", of=effect.id)
        if effect.settled_at is not None:
            # Settled in the transaction that claimed it, it has that one's beginning as its time.
            yield Moment(at=max(effect.settled_at, effect.created_at), what="settled", of=effect.id)
