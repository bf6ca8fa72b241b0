"""What rides along with a run and is never stored: given again at every start and resume."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from deskgraph.agents.asking import ask
from deskgraph.agents.base import BaseAgent, Decided, DecisionT
from deskgraph.agents.spending import Spending
from deskgraph.agents.turns import Turns
from deskgraph.database import Connection, Pool, transaction
from deskgraph.decisions import Decision
from deskgraph.errors import UnknownTool
from deskgraph.knowledge import Library
from deskgraph.models.make import Models
from deskgraph.runs import Audience, Journal, Run, check_fence
from deskgraph.settings import Settings
from deskgraph.tickets import Ticket
from deskgraph.tools import Toolbox, ToolContext

DepsT = TypeVar("DepsT")

# What the agents decided while the current node ran, for its step record.
decided_in_node: ContextVar[list[Decided[Decision]]] = ContextVar("decided_in_node")


@dataclass(frozen=True)
class RunContext:
    """Who is asking, by which models, with which rights, and where a run's rows are written."""

    run: Run
    ticket: Ticket
    audience: Audience
    fence: int
    settings: Settings
    pool: Pool
    models: Models
    library: Library
    toolbox: Toolbox
    turns: Turns
    journal: Journal = field(default_factory=Journal)

    @property
    def names(self) -> Mapping[str, str]:
        """Purpose to model name, as the run recorded it when it was made."""
        return self.run.models

    async def decide(self, agent: type[BaseAgent[DepsT, DecisionT]], deps: DepsT) -> Decided[DecisionT]:
        """Have an agent decide, on the model of its purpose or that one's fallback. Raises `ModelFailed`."""
        decided = await ask(self, agent, deps)
        if (noted := decided_in_node.get(None)) is not None:
            noted.append(Decided[Decision](decided.decision, decided.model, decided.tokens))
        return decided

    @cached_property
    def spending(self) -> Spending:
        """What the run may still spend."""
        return Spending(self.settings, self.run)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A transaction that only reads."""
        async with transaction(self.pool) as conn:
            yield conn

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """A transaction under the fence: `TakenOver` if another worker holds the lane by now."""
        async with transaction(self.pool) as conn:
            await check_fence(conn, self.run.lane, self.fence)
            yield conn

    async def keep(self) -> None:
        """Write what the run's steps have done so far; to be called before an effect is claimed. A run that goes on
        after a kill would else come to another decision, and find the claim of the first."""
        await self.journal.keep()

    def acts(self, tool: str) -> bool:
        """Whether a tool of this name changes something; one that is away counts as one that does not."""
        try:
            return self.toolbox.get(tool).policy != "read_only"
        except UnknownTool:
            return False

    def tool_context(self, idempotency_key: str) -> ToolContext:
        """The rights a tool acts with: those of the ticket's customer, recorded under who asked."""
        return ToolContext(
            run_id=self.run.id,
            ticket_id=self.ticket.id,
            customer_id=self.ticket.customer_id,
            customer_email=self.ticket.customer,
            actor=self.run.actor,
            idempotency_key=idempotency_key,
            connect=lambda: transaction(self.pool),
        )
