"""How well a tool serves what a clause asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.models.builtin.addresses import addresses
from deskgraph.models.builtin.asks import Ask, Clause
from deskgraph.models.builtin.facts import orders
from deskgraph.models.builtin.lexicon import LOOK, PERSON, lexicon
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.offers import Offer
from deskgraph.models.builtin.words import content, stem

# Added to the cosine of clause and tool. Measured on requests to a shop: the verb decides, the object
# and the state
# of things divide tools of one verb, and an object that no tool has means that none fits.
SAME_FAMILY, KIN_FAMILY, SAME_OBJECT, OTHER_OBJECT, SAME_STATE = 0.3, 0.18, 0.15, 0.3, 0.12
LATER = 0.06  # what comes first in a text is wanted first: taken off for each clause before
# What is served first. A question is looked up or searched; it writes nothing, whatever verb stands in it.
_MEANT = (("plain", True), ("plain", False), ("question", False), ("how", False), ("condition", True))
LOOKING = 0.4  # the head's probability from which a sentence without a verb of looking asks for a look
_ADDRESS, _ORDER = stem("address"), stem("order")


@dataclass(frozen=True)
class Fit:
    """A tool for a clause. `ask` is what it serves; None where a question names no verb."""

    offer: Offer
    clause: Clause
    ask: Ask | None
    score: float


async def best_fit(clauses: Sequence[Clause], offered: Sequence[Offer], mind: Mind) -> Fit | None:
    """The tool for what is meant now, writing before looking up; then for what is asked under a
    condition; or None."""
    tools = [offer for offer in offered if offer.family != PERSON]
    if not tools or not clauses:
        return None
    sure = mind.settings.decision_confidence
    fits = [fit for fit in await _fits(clauses, tools, mind) if fit.score >= sure]
    for kind, writes in _MEANT:
        served = [fit for fit in fits if fit.clause.kind == kind and fit.offer.writes == writes]
        if served:
            return max(served, key=lambda fit: fit.score)
    return None


async def _fits(clauses: Sequence[Clause], offered: Sequence[Offer], mind: Mind) -> list[Fit]:
    vectors = await mind.embed([clause.text for clause in clauses] + [offer.text for offer in offered])
    wishes = await mind.judge("wish", [clause.text for clause in clauses])
    cosines = vectors[: len(clauses)] @ vectors[len(clauses) :].T
    states = _states(" ".join(clause.text for clause in clauses))
    found: list[Fit] = []
    for row, clause in enumerate(clauses):
        for column, offer in enumerate(offered):
            served = _write(clause, offer) if offer.writes else _look(clause, offer, wishes[row]["look"])
            if served:
                score = float(cosines[row, column]) + served[1] + _state(states, offer) - LATER * row
                found.append(Fit(offer, clause, served[0], score))
    return found


def _write(clause: Clause, offer: Offer) -> tuple[Ask, float] | None:
    """What a tool that writes would serve, and what verb and object add; None without a verb and object that fit."""
    ask, verb = _verb(clause.acts, offer)
    added = _object(ask.object, clause, offer) if ask else 0.0
    return (ask, verb + added) if ask and added >= 0 else None


def _look(clause: Clause, offer: Offer, wish: float) -> tuple[Ask | None, float] | None:
    """The same for a tool that only reads; a question needs no verb."""
    ask = next((ask for ask in clause.asks if ask.family == LOOK), None)
    if clause.kind == "how" and not any(mark.isdigit() for mark in clause.text):
        return None  # how something is done stands in the articles, unless a number says whose it is
    if wish < LOOKING and (ask is None or clause.kind == "how"):
        return None
    return ask, SAME_FAMILY * max(wish, 0.5 if ask else 0.0) + _object((), clause, offer)


def _verb(acts: tuple[Ask, ...], offer: Offer) -> tuple[Ask | None, float]:
    """The ask that a tool serves, and what its verb adds; a later ask of the clause counts a little less."""
    known = lexicon()
    for place, ask in enumerate(acts):
        if ask.family == offer.family:
            return ask, SAME_FAMILY - 0.04 * place
    for place, ask in enumerate(acts):
        if known.akin(ask.family, offer.family):
            return ask, KIN_FAMILY - 0.04 * place
    return None, 0.0


def _object(spoken: Sequence[str], clause: Clause, offer: Offer) -> float:
    """What the object adds: more the more of a tool's own objects are named, less where it is another
    thing."""
    known = lexicon()
    if not offer.objects:
        return 0.0
    named = {known.meaning(word) for word in content(" ".join(spoken)) or content(clause.sentence)}
    # A street names an address and a number an order, whether the word for it stands there or not.
    named |= {_ADDRESS} if addresses(clause.sentence) else set()
    named |= {_ORDER} if orders(clause.sentence) else set()
    things = named & known.meant_things
    if things and not things & offer.about:
        return -OTHER_OBJECT
    shared = (named if things else named | {known.goods}) & offer.objects
    return SAME_OBJECT * min(1.0, 0.5 + 0.25 * len(shared)) if shared else 0.0


def _states(text: str) -> set[str]:
    known = lexicon()
    return {known.states[word] for word in content(text) if word in known.states}


def _state(states: set[str], offer: Offer) -> float:
    """What the state adds that a tool's name demands: more if the text shows it, less if it shows only
    another."""
    known = lexicon()
    demanded = {known.states[word] for word in offer.objects if word in known.states}
    if not demanded or not states:
        return 0.0
    return SAME_STATE if states == demanded else 0.0 if demanded & states else -SAME_STATE
