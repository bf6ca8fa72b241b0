"""The tool planner: which of the listed tools, with which arguments."""

import numpy as np
from pydantic import JsonValue

from deskgraph.decisions import CallTool, Decision, NoToolFits
from deskgraph.models.builtin.asks import clauses
from deskgraph.models.builtin.extract import Said, arguments, matching_choice
from deskgraph.models.builtin.fits import Fit, best_fit
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.offers import offers
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.schema import Field, fields

SURE_CHOICE, CHOICE_LEAD = 0.5, 0.1  # cosine of a choice to what was written, and its lead over the next


async def plan(reading: Reading, mind: Mind) -> list[Decision]:
    """The call that serves what is asked, then that no tool fits."""
    none = NoToolFits(reason="No listed tool does what is asked.")
    text = reading.body("task") or reading.asked
    fit = await best_fit(clauses(text), offers(reading), mind)
    if fit is None:
        return [none]
    said = Said(fit.clause.text, fit.clause.sentence, text, (reading.request, *reading.earlier))
    wanted = fields(fit.offer.schema)
    given = arguments(wanted, said) | await _chosen(wanted, said, mind)
    return [CallTool(tool=fit.offer.name, arguments=given, reasoning=_why(fit)), none]


async def _chosen(wanted: list[Field], said: Said, mind: Mind) -> dict[str, JsonValue]:
    """Arguments that are one of a few choices: by their words, else by meaning where one stands out."""
    found: dict[str, JsonValue] = {}
    for field in wanted:
        if not field.choices:
            continue
        choice = matching_choice(field.choices, said.clause) or matching_choice(field.choices, said.request)
        choice = choice or await _meant(field, said, mind)
        if choice:
            found[field.name] = [choice] if "array" in field.kinds else choice
    return found


async def _meant(field: Field, said: Said, mind: Mind) -> str | None:
    if len(field.choices) < 2:
        return None
    spoken = [choice.replace("_", " ") for choice in field.choices]
    vectors = await mind.embed([said.request[:600], *spoken])
    cosines = vectors[1:] @ vectors[0]
    best, second = np.argsort(-cosines)[:2]
    sure = cosines[best] >= SURE_CHOICE and cosines[best] - cosines[second] >= CHOICE_LEAD
    return field.choices[int(best)] if sure else None


def _why(fit: Fit) -> str:
    verb = f"asks to {fit.ask.family}" if fit.ask else "asks for what it looks up"
    return f"{fit.offer.name} fits: the request {verb} ({fit.clause.text[:200]})."
