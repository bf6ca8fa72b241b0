"""The query refiner: other words for a search that found nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import Request
from deskgraph.decisions import RefineDecision
from deskgraph.prompts import Section


@dataclass(frozen=True)
class Miss:
    """The request, and the queries that found nothing, oldest first."""

    request: Request
    tried: tuple[str, ...]


class QueryRefiner(BaseAgent[Miss, RefineDecision]):
    """Says whether other words may find it, and which."""

    purpose = "routing"
    output_type = RefineDecision
    instructions = "You find better words for a search in a support desk's help articles."
    deps_type = Miss

    def sections(self, deps: Miss) -> Sequence[Section]:
        return [*deps.request.sections(), *(Section("tried", query) for query in deps.tried)]
