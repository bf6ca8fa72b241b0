"""The subgraph `knowledge`: search with the decider's own words, and once more in other words on a miss."""

from collections.abc import Iterable
from typing import Literal, assert_never

from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import Miss, QueryRefiner, RunContext
from deskgraph.decisions import KeepQuery, RefineQuery
from deskgraph.errors import ModelFailed
from deskgraph.graphs.base import BaseGraph
from deskgraph.graphs.node import node
from deskgraph.graphs.record import note_findings
from deskgraph.graphs.state import KnowledgeState, asked
from deskgraph.guardrails.finding import Finding, named
from deskgraph.knowledge import Passage


class KnowledgeGraph(BaseGraph):
    """Passages for a query. Finding none is an expected end."""

    name = "knowledge"
    state = KnowledgeState
    entry = "knowledge_search"

    @node(reads="query tried", writes="passages tried findings")
    async def knowledge_search(
        self, state: KnowledgeState, runtime: Runtime[RunContext]
    ) -> Command[Literal["knowledge_refine", "__end__"]]:
        """Look the query up; refine it when nothing is found and the budget of searches allows it."""
        context = runtime.context
        found = await context.library.search(
            state.query, audience=context.audience, k=context.settings.passages
        )
        tried = (*state.tried, state.query)
        if found or len(tried) >= context.settings.searches:
            findings = await note_findings(context, "articles", findings_of(found))
            update = {"passages": tuple(found), "tried": tried, "findings": findings}
            return Command(goto="__end__", update=update)
        return Command(goto="knowledge_refine", update={"tried": tried})

    @node(reads="request tried", writes="query")
    async def knowledge_refine(
        self, state: KnowledgeState, runtime: Runtime[RunContext]
    ) -> Command[Literal["knowledge_search", "__end__"]]:
        """Ask for other words. A model that has none, or gives nothing valid, ends the search."""
        try:
            decided = await runtime.context.decide(QueryRefiner, Miss(asked(state), state.tried))
        except ModelFailed:
            return Command(goto="__end__")
        match decided.decision:
            case RefineQuery(query=query):
                return Command(goto="knowledge_search", update={"query": query})
            case KeepQuery():
                return Command(goto="__end__")
            case _:
                assert_never(decided.decision)


def findings_of(passages: Iterable[Passage]) -> tuple[Finding, ...]:
    """What the screen saw in these passages, under the titles of their articles."""
    return tuple(
        finding for passage in passages for finding in named(passage.findings, f"article: {passage.title}")
    )
