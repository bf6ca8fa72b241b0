"""Cases worked by a desk on a throw-away database, and what became of each."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.data import Case
from deskgraph import runs, tickets
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.database import transaction
from deskgraph.effects import approvals
from deskgraph.knowledge import Article
from deskgraph.settings import Settings
from deskgraph.tools import Pack

_SECONDS_A_RUN = 120.0
_LANES = 2  # the builtin model computes in this process; more lanes than cores would only wait


@dataclass(frozen=True)
class Result:
    """What became of one case.

    `retrieved` and `cited` are passage ids; `proposed` is the writing tool a person was asked about.
    """

    case: Case
    state: str
    outcome: str
    decisions: tuple[str, ...]
    proposed: str | None
    retrieved: frozenset[int]
    cited: frozenset[int]
    reason: str

    @property
    def chose_tool(self) -> bool:
        return "UseToolForCustomer" in self.decisions

    @property
    def answered_with_citation(self) -> bool:
        return self.outcome == "answered" and bool(self.cited) and self.cited <= self.retrieved


async def work(cases: Sequence[Case], articles: Sequence[Article], packs: Sequence[Pack]) -> list[Result]:
    """Every case as a ticket of its own, on a desk that has these articles and tools and nothing else."""
    with tempfile.TemporaryDirectory(prefix="deskgraph-corpus-", ignore_cleanup_errors=True) as home:
        settings = Settings().model_copy(update={"home": Path(home), "database_url": None, "packs": ()})
        async with open_desk(settings, packs=packs) as desk:
            await desk.library.add_articles(articles)
            submitted = [
                await desk.submit(f"{case.name}@example.com", case.name, case.text) for case in cases
            ]
            async with desk.working(concurrency=_LANES):
                for taken in submitted:
                    await desk.wait(_run_of(taken), _SECONDS_A_RUN)
                    await asyncio.sleep(0)
            return [
                await _result(desk, case, _run_of(taken))
                for case, taken in zip(cases, submitted, strict=True)
            ]


def _run_of(submitted: tickets.Submitted) -> int:
    if submitted.run_id is None:
        raise ValueError("a new ticket always has a run")
    return submitted.run_id


async def _result(desk: Desk, case: Case, run_id: int) -> Result:
    async with transaction(desk.pool) as conn:
        run = await runs.get(conn, run_id)
        steps = await runs.steps(conn, run_id)
        asked = await approvals.of_run(conn, run_id)
    tool = next((approval for approval in asked if approval.kind == "tool"), None)
    final = run.final or {}
    draft = final.get("draft") or {}
    return Result(
        case=case,
        state=run.state,
        outcome=run.outcome or (f"parked: {asked[0].kind}" if run.state == "parked" and asked else run.state),
        decisions=tuple(step.decision for step in steps if step.decision),
        proposed=tool.action if tool else None,
        retrieved=frozenset(passage["id"] for passage in final.get("passages") or ()),
        cited=frozenset(citation["passage"] for citation in draft.get("citations") or ()),
        reason=run.reason,
    )
