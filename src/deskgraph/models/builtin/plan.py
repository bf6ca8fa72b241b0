"""The tool planner: which of the listed tools, with which arguments."""

from deskgraph.decisions import CallTool, Decision, NoToolFits
from deskgraph.models.builtin.asks import clauses
from deskgraph.models.builtin.choices import chosen
from deskgraph.models.builtin.extract import arguments
from deskgraph.models.builtin.fits import Fit, best_fit
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.offers import offers
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.said import Said
from deskgraph.models.builtin.schema import fields


async def plan(reading: Reading, mind: Mind) -> list[Decision]:
    """The call that serves what is asked, then that no tool fits."""
    none = NoToolFits(reason="No listed tool does what is asked.")
    text = reading.body("task") or reading.asked
    fit = await best_fit(clauses(text), offers(reading), mind)
    if fit is None:
        return [none]
    said = Said(fit.clause.text, fit.clause.sentence, text, (reading.request, *reading.earlier))
    wanted = fields(fit.offer.schema)
    given = arguments(wanted, said) | await chosen(wanted, said, mind)
    return [CallTool(tool=fit.offer.name, arguments=given, reasoning=_why(fit)), none]


def _why(fit: Fit) -> str:
    verb = f"asks to {fit.ask.family}" if fit.ask else "asks for what it looks up"
    return f"{fit.offer.name} fits: the request {verb} ({fit.clause.text[:200]})."
