"""The routing decisions of both lanes. Unsure means search for a customer's question, never a guess."""

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
from deskgraph.models.builtin.asks import clauses, own_words
from deskgraph.models.builtin.courtesy import is_courtesy
from deskgraph.models.builtin.facts import orders
from deskgraph.models.builtin.fits import Fit, best_fit
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.offers import offers
from deskgraph.models.builtin.queries import query_of
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.recall import recall
from deskgraph.models.builtin.signals import danger_in, wants_person
from deskgraph.models.builtin.words import sentences

_SENTENCES = 10  # judged one by one
_RULES = 0.5  # the head's probability from which a colleague's question is about rules, not about the ticket


async def route_customer(reading: Reading, mind: Mind) -> list[Decision]:
    """Routes of a customer's message, best first: every member is in the list that could be meant at all."""
    text = reading.asked
    search = SearchForCustomer(
        query=query_of(text), reasoning="It is a question that the articles may answer."
    )
    person = EscalateToPerson(
        reason=_cut(f"Neither articles nor tools can settle what the customer wrote: {text}")
    )
    answer = AnswerCustomer(reasoning="It is a courtesy, or the conversation holds what is asked.")
    if not text.strip():
        return [person, answer]
    wishes = await mind.judge("wish", [text[:1_000], *sentences(own_words(text))[:_SENTENCES]])
    if danger_in(text, wishes):
        return [EscalateToPerson(reason=_cut(f"Harm, a threat or the law is named: {text}")), search, answer]
    if wants_person(text, wishes):
        return [EscalateToPerson(reason=_cut(f"The customer asks for a person: {text}")), search, answer]
    if is_courtesy(text, wishes):
        return [answer, search, person]
    fit = await _fit(reading, mind)
    if fit:
        return [UseToolForCustomer(task=text[:2_000], reasoning=_why(fit)), search, person, answer]
    if await recall(reading, mind):
        return [answer, search, person]
    return [search, person, answer]


async def route_team(reading: Reading, mind: Mind) -> list[Decision]:
    """Routes of a colleague's question, best first."""
    text = reading.asked
    search = SearchForTeam(query=query_of(text), reasoning="It is a question that the articles may answer.")
    answer = AnswerTeam(reasoning="The question is about the ticket itself.")
    (about,) = await mind.judge("question", [text[:1_000] or "?"])
    rules = about["articles"] >= _RULES
    asks_rule = rules and "?" in text and not orders(text)  # `Can we refund the postage?`
    fit = None if asks_rule else await _fit(reading, mind)
    if fit and (fit.offer.writes or about["records"] >= about["ticket"]):
        return [UseToolForTeam(task=text[:2_000], reasoning=_why(fit)), search, answer]
    courtesy = is_courtesy(text, await mind.judge("wish", [text[:1_000] or "?"]))
    asks_ticket = max(about, key=lambda label: about[label]) == "ticket"
    recalls = asks_ticket or (not rules and bool(await recall(reading, mind)))
    if reading.of("turn") and (courtesy or recalls):
        return [answer, search]
    return [search, answer]


async def _fit(reading: Reading, mind: Mind) -> Fit | None:
    offered = offers(reading)
    return await best_fit(clauses(reading.asked), offered, mind) if offered else None


def _why(fit: Fit) -> str:
    return _cut(f"{fit.offer.name} does what is asked: {fit.clause.text}")


def _cut(text: str) -> str:
    """At most 500 characters on one line, as the decisions take them."""
    line = " ".join(text.split())
    return line if len(line) <= 500 else line[:497] + "..."
