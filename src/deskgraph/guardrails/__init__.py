"""What comes in and what goes out: screens that are handed text and say what they found."""

from deskgraph.guardrails.finding import Finding
from deskgraph.guardrails.grounding import Sources, unsupported
from deskgraph.guardrails.grounds import Done, Grounds
from deskgraph.guardrails.incoming import screen_input
from deskgraph.guardrails.links import hosts
from deskgraph.guardrails.outgoing import screen_citations, screen_output
from deskgraph.guardrails.personal import traces
from deskgraph.guardrails.promises import promising
from deskgraph.guardrails.statements import told

__all__ = [
    "Done",
    "Finding",
    "Grounds",
    "Sources",
    "hosts",
    "promising",
    "screen_citations",
    "screen_input",
    "screen_output",
    "told",
    "traces",
    "unsupported",
]
