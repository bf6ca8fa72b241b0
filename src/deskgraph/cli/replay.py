"""A run again, as it was recorded: to see why it went the way it did."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

import click

from deskgraph.cli.door import ID, asynchronous, open_rows
from deskgraph.cli.output import one_line, put
from deskgraph.web import shapes
from deskgraph.web.replay import Moment, Replay, ReplayedStep
from deskgraph.web.replay import replay as read

# A line of a terminal; --json has the whole.
_WIDTH = 160
_INDENT = " " * 6


@click.command
@click.argument("run", type=ID)
@asynchronous
async def replay(run: int) -> None:
    """Print the recorded steps of a run. It calls nothing.

    Steps, rulings and effects stand in their order, also when the run's checkpoints are gone.
    """
    async with open_rows() as conn:
        found = await read(conn, run)
    put(found, "\n".join(_drawn(found)))


def _drawn(run: Replay) -> Iterator[str]:
    of = f"of ticket {run.ticket}, " if run.ticket is not None else ""
    yield f"Run {run.id} {of}graph {run.graph}: {run.state}{f', {run.outcome}' if run.outcome else ''}"
    yield f"asked by {run.actor} at {run.created:%Y-%m-%d %H:%M:%S}"
    yield from ([run.reason] if run.reason else [])
    yield ""
    if not run.order:
        yield "No step was made."
    for moment in run.order:
        yield from _told(run, moment)
    if run.final:
        yield from ("", "Its final state:", *_fields(run.final))


def _told(run: Replay, moment: Moment) -> Iterator[str]:
    match moment.what:
        case "step":
            yield from _step(run.steps[moment.of - 1])
        case "asked":
            yield from _asked(_with(run.approvals, moment.of))
        case "ruled":
            yield from _ruled(_with(run.approvals, moment.of))
        case "claimed":
            effect = _with(run.effects, moment.of)
            yield f"   -- effect {effect.id}: {effect.action} {_json(effect.arguments)}"
        case "settled":
            effect = _with(run.effects, moment.of)
            by = f" by {effect.settled_by}" if effect.settled_by else ""
            yield f"   -- effect {effect.id} {effect.state}{by}: {one_line(effect.result or '', _WIDTH)}"
        case _:
            assert_never(moment.what)


def _step(step: ReplayedStep) -> Iterator[str]:
    parts = [step.node, step.decision, step.model, f"{step.tokens} tokens" if step.tokens else None]
    goto = f" -> {step.goto}" if step.goto else ""
    yield f"{step.number:>4}  {', '.join(filter(None, [*parts, f'{step.ms} ms']))}{goto}"
    for decided in step.decided:
        yield from _fields(decided)


def _asked(approval: shapes.Approval) -> Iterator[str]:
    yield f"   -- approval {approval.id} asked: {approval.kind} {approval.action}, {approval.status} now"
    if approval.text is not None:
        yield f"{_INDENT}text: {one_line(approval.text, _WIDTH)}"
    if approval.arguments:
        yield f"{_INDENT}arguments: {_json(approval.arguments)}"


def _ruled(approval: shapes.Approval) -> Iterator[str]:
    by = f" by {approval.ruled_by}" if approval.ruled_by else ""
    note = f": {one_line(approval.note, _WIDTH)}" if approval.note else ""
    yield f"   -- approval {approval.id} {approval.status}{by}{note}"


def _fields(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if value not in (None, "", [], {}):
            told = value if isinstance(value, str) else _json(value)
            yield f"{_INDENT}{name}: {one_line(told, _WIDTH)}"


def _json(value: Any) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), _WIDTH)


def _with(found: list[Any], number: int) -> Any:
    return next(each for each in found if each.id == number)
