"""The routing decisions of both lanes."""

from deskgraph.decisions import (
    AnswerCustomer,
    AnswerTeam,
    Decision,
    EscalateToPerson,
    SearchForCustomer,
    SearchForTeam,
    UseToolForCustomer,
    UseToolForTeam,
)
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading

_WORDS = ("refund", "cancel", "return", "change", "exchange", "status", "where is my order")


async def route_customer(reading: Reading, mind: Mind) -> list[Decision]:
    """Routes, best first."""
    text = reading.request
    search = SearchForCustomer(query=text[:500] or "help", reasoning="The articles may hold it.")
    person = EscalateToPerson(reason=f"The customer wrote: {text[:400]}")
    answer = AnswerCustomer(reasoning="The conversation holds it.")
    tool = UseToolForCustomer(task=text[:2000], reasoning="A tool does that.")
    if "person" in text.lower():
        return [person, search, answer]
    if reading.of("tool") and any(word in text.lower() for word in _WORDS):
        return [tool, search, person, answer]
    return [search, person, answer]


async def route_team(reading: Reading, mind: Mind) -> list[Decision]:
    """Routes, best first."""
    text = reading.request
    search = SearchForTeam(query=text[:500] or "help", reasoning="The articles may hold it.")
    tool = UseToolForTeam(task=text[:2000], reasoning="A tool does that.")
    answer = AnswerTeam(reasoning="The ticket holds it.")
    if reading.of("tool") and any(word in text.lower() for word in _WORDS):
        return [tool, search, answer]
    return [search, answer]
