"""What a run may still spend: its caps, looked at before a decision, and what its decisions cost."""

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, get_args

from deskgraph import runs
from deskgraph.errors import SpendCapReached
from deskgraph.models.prices import has_price
from deskgraph.runs import Run, Scope, Spend, Spent
from deskgraph.settings import BUILTIN, Settings

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from deskgraph.agents.context import RunContext

Measure = Literal["tokens", "cost"]
_WHOSE: Mapping[Scope, str] = {
    "run": "This run has used",
    "ticket": "The runs of this ticket have used",
    "day": "The runs of this day (UTC) have used",
}


class Spending:
    """Belongs to one worker's hold of a run. Once a cap is reached no model that costs anything is asked again."""

    def __init__(self, settings: Settings, run: Run) -> None:
        self._settings = settings
        self._caps = _caps(settings)
        # A run that never ran has spent nothing. Of one that goes on it is known once it was asked for, and from
        # then on only its worker, here, adds to it.
        self._own = Spent("run") if run.state == "queued" else None
        self._reached = ""

    async def check(self, context: "RunContext", model: "Model", name: str) -> None:
        """Raise `SpendCapReached` when this model may not be asked."""
        if name == BUILTIN or not self._caps:
            return
        if not self._reached and self._counts_money() and not has_price(name, model, self._settings):
            self._reached = _unpriced(name)
        if not self._reached:
            self._reached = self._over(await self._spent(context))
        if self._reached:
            raise SpendCapReached(self._reached, "A person has to answer.")

    def add(self, spend: Spend) -> None:
        """Count what a decision used."""
        if spend.model == BUILTIN:
            return
        if self._own is not None:
            cost = self._own.cost + (spend.cost or 0)
            self._own = Spent("run", self._own.tokens + spend.input_tokens + spend.output_tokens, cost)
        if spend.cost is None and self._counts_money():
            self._reached = f"{spend.model} did not say what it used, and a cap on money is set."

    async def _spent(self, context: "RunContext") -> list[Spent]:
        """One statement, for the sums that are capped and not known."""
        known = [self._own] if self._own is not None else []
        wanted = sorted({scope for scope, _ in self._caps} - {each.scope for each in known})
        if not wanted:
            return known
        async with context.reading() as conn:
            asked = await runs.spent(conn, context.run.id, context.run.ticket_id, wanted)
        self._own = asked.get("run", self._own)
        return [*known, *asked.values()]

    def _over(self, sums: list[Spent]) -> str:
        """Which cap is reached, if one is, and by how much."""
        for each in sums:
            limit, cost = self._caps.get((each.scope, "tokens")), self._caps.get((each.scope, "cost"))
            if limit is not None and each.tokens >= limit:
                return f"{_WHOSE[each.scope]} {each.tokens} tokens; its cap is {limit} ({_name(each.scope, 'tokens')})."
            if cost is not None and each.cost >= cost:
                used = f"{each.cost:.4f} US dollars"
                return f"{_WHOSE[each.scope]} {used}; its cap is {cost} ({_name(each.scope, 'cost')})."
        return ""

    def _counts_money(self) -> bool:
        return any(measure == "cost" for _, measure in self._caps)


def _caps(settings: Settings) -> dict[tuple[Scope, Measure], Decimal]:
    return {
        (scope, measure): Decimal(limit)
        for scope in get_args(Scope)
        for measure in get_args(Measure)
        if (limit := getattr(settings, f"{scope}_{measure}")) is not None
    }


def _name(scope: Scope, measure: Measure) -> str:
    return f"DESKGRAPH_{scope}_{measure}".upper()


def _unpriced(name: str) -> str:
    return (
        f"A cap on money is set and no price is known for {name}: set "
        f'DESKGRAPH_PRICES="{name}=INPUT/OUTPUT" (US dollars for a million tokens).'
    )
