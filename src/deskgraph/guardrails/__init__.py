"""What comes in and what goes out: screens that are handed text and say what they found."""

from deskgraph.guardrails.finding import Finding
from deskgraph.guardrails.incoming import screen_input
from deskgraph.guardrails.outgoing import screen_output

__all__ = ["Finding", "screen_input", "screen_output"]
