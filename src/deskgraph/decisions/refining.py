"""What the query refiner may decide after a search that found nothing."""

from pydantic import Field

from deskgraph.decisions.base import Decision


class RefineQuery(Decision):
    """Choose this when other words may find it: synonyms, the general term, the words a help article would use."""

    query: str = Field(description="The new query; it must differ from the old one.", max_length=500)


class KeepQuery(Decision):
    """Choose this when no other words would help."""

    reason: str = Field(description="One sentence: why.", max_length=500)


RefineDecision = RefineQuery | KeepQuery
