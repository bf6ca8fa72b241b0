"""Classification: what a message is about, and how soon somebody must look at it."""

from deskgraph.decisions import Classification, Decision
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading


async def classify(reading: Reading, mind: Mind) -> list[Decision]:
    """One classification."""
    return [Classification(category="other", priority="normal", reasoning="Nothing in it points elsewhere.")]
