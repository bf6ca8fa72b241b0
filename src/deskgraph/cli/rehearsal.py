"""The demo's run: each sample is submitted, worked, ruled on as it says, and compared with what should become of it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from deskgraph import runs
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.demo import Sample, SampleRuling
from deskgraph.effects import Approval, approvals
from deskgraph.runs import Run, Step
from deskgraph.staff import Ruling
from deskgraph.tickets import messages

# A sample takes well under a second on the builtin model; a slow paid one may take a minute a call.
_PATIENCE = 600.0
_PEOPLE = {"approve": "approved", "correct": "corrected", "reject": "rejected", "replace": "text replaced"}


@dataclass(frozen=True)
class Played:
    """What became of a sample. `route` names what was decided and what a person said; `why` is the run's own word."""

    name: str
    shows: str
    ticket: int
    run: int
    route: str
    became: str
    why: str
    cites: str
    as_expected: bool


async def rehearse(desk: Desk, samples: Sequence[Sample], said: Callable[[Played], None]) -> list[Played]:
    """Work all samples in order; `said` is told of each as it ends."""
    played: dict[str, Played] = {}
    for sample in samples:
        ticket = played[sample.follows].ticket if sample.follows else None
        played[sample.name] = await _play(desk, sample, ticket)
        said(played[sample.name])
    return list(played.values())


async def _play(desk: Desk, sample: Sample, ticket: int | None) -> Played:
    if sample.lane == "team" and ticket is not None:
        sent = await desk.ask(ticket, sample.text, by="the demo")
    else:
        sent = await desk.submit(sample.sender, sample.subject, sample.text, ticket_id=ticket)
    if sent.run_id is None:
        return Played(sample.name, _shown(sample), sent.ticket_id, 0, "", "a person answers", "", "", False)
    run = await desk.wait(sent.run_id, _PATIENCE)
    people: list[str] = []
    for ruling in sample.rulings:
        if run.state == "parked":
            people.append(await _rule(desk, run, ruling))
            run = await desk.wait(run.id, _PATIENCE)
    return await _played(desk, sample, run, people)


async def _rule(desk: Desk, run: Run, ruling: SampleRuling) -> str:
    async with transaction(desk.pool) as conn:
        (asked,) = [found for found in await approvals.of_run(conn, run.id) if found.status == "pending"]
    await desk.rule(asked.id, _as_ruling(ruling, asked), by="the demo")
    return f"{asked.action} {_PEOPLE[ruling.verdict]}"


def _as_ruling(ruling: SampleRuling, asked: Approval) -> Ruling:
    match ruling.verdict:
        case "approve":
            return Ruling(approve=True, note=ruling.note)
        case "correct":
            return Ruling(
                approve=True, arguments={**json.loads(asked.arguments), **ruling.arguments}, note=ruling.note
            )
        case "replace":
            return Ruling(approve=True, text=ruling.text, note=ruling.note)
        case "reject":
            return Ruling(approve=False, note=ruling.note)
        case _:
            assert_never(ruling.verdict)


async def _played(desk: Desk, sample: Sample, run: Run, people: Sequence[str]) -> Played:
    async with transaction(desk.pool) as conn:
        steps = await runs.steps(conn, run.id)
        said = [found for found in await messages(conn, run.ticket_id or 0) if found.run_id == run.id]
    cited = [citation["source"] for message in said for citation in message.citations]
    became = run.outcome or run.state
    searches = sum(step.node == "knowledge_search" for step in steps)
    tool = (run.final or {}).get("proposal", {}).get("tool")
    expected = sample.expect
    as_expected = (
        run.state == "done"
        and became == expected.outcome
        and tool == expected.tool
        and searches == expected.searches
        and (expected.cites is None or expected.cites in cited)
    )
    return Played(
        name=sample.name,
        shows=_shown(sample),
        ticket=run.ticket_id or 0,
        run=run.id,
        route=", ".join([*_decisions(steps), *people]),
        became=became,
        why=run.reason or _reasoning(steps),
        cites=", ".join(dict.fromkeys(source.rsplit("/", 1)[-1] for source in cited)),
        as_expected=as_expected,
    )


def _shown(sample: Sample) -> str:
    return ", ".join(what.replace("_", " ") for what in sample.shows)


def _decisions(steps: Sequence[Step]) -> list[str]:
    told = ("SearchFor", "UseTool", "Answer", "Escalate", "CallTool", "NoTool", "Refine", "Keep", "Cannot")
    return [step.decision for step in steps if step.decision and step.decision.startswith(told)]


def _reasoning(steps: Sequence[Step]) -> str:
    for step in steps:
        if step.node == "support_decide" and step.detail["decided"]:
            return str(step.detail["decided"][-1].get("reasoning", ""))
    return ""
