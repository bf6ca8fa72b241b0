"""Ask for a decision: the model of the purpose, then its fallback when that one is away; what it cost is kept."""

import time
from typing import TYPE_CHECKING, TypeVar

from pydantic_ai import RunUsage

from deskgraph import runs, telemetry
from deskgraph.agents.base import BaseAgent, Decided, DecisionT
from deskgraph.errors import ModelAway, ModelFailed
from deskgraph.models import candidates
from deskgraph.models.failing import outcome_of
from deskgraph.models.prices import cost_of
from deskgraph.runs import Spend

if TYPE_CHECKING:
    from deskgraph.agents.context import RunContext

DepsT = TypeVar("DepsT")


async def ask(
    context: "RunContext", agent: type[BaseAgent[DepsT, DecisionT]], deps: DepsT
) -> Decided[DecisionT]:
    """The first decision that one of the models gives. A model that answers, and not validly, is not stood in for: a
    person looks at what is too hard for it. Raises `ModelFailed`, `SpendCapReached` when nothing may be spent."""
    away: list[ModelAway] = []
    for name in candidates(context.names, agent.purpose):
        try:
            return await _ask(context, agent, deps, name)
        except ModelAway as error:
            telemetry.log("model away", run=context.run.id, purpose=agent.purpose, model=name)
            away.append(error)
    raise ModelAway(" ".join(error.message for error in away), away[-1].hint) from away[-1]


async def _ask(
    context: "RunContext", agent: type[BaseAgent[DepsT, DecisionT]], deps: DepsT, name: str
) -> Decided[DecisionT]:
    model = context.models.model(name)
    usage, began = RunUsage(), time.perf_counter()
    outcome: telemetry.ModelOutcome = "failed"
    try:
        await context.spending.check(context, model, name)
        async with context.turns.away():
            decided = await agent(model, name, context.settings).decide(deps, usage)
        outcome = "decided"
    except ModelFailed as error:
        outcome = outcome_of(error)
        await _keep(context, agent, name, usage)
        raise
    finally:
        telemetry.observe_model(agent.purpose, name, time.perf_counter() - began, outcome)
    await _keep(context, agent, name, usage)
    return decided


async def _keep(
    context: "RunContext", agent: type[BaseAgent[DepsT, DecisionT]], name: str, usage: RunUsage
) -> None:
    """Write what was used, as far as it is known: of a call that broke off nobody says it."""
    if not usage.total_tokens and not usage.unmeasured_requests:
        return
    cost = cost_of(name, usage, context.settings)
    spend = Spend(agent.purpose, name, usage.input_tokens, usage.output_tokens, cost)
    context.spending.add(spend)
    async with context.writing() as conn:
        await runs.record_spend(conn, context.run.id, context.run.ticket_id, spend)
