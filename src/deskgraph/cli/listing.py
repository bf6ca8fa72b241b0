"""Every command with its line of help, so that `--help` imports none of them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """Where a command is, and what `--help` says of it: the first sentence of its own help."""

    module: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "demo": Entry("demo", "Work the sample tickets of the demo company, then serve."),
    "serve": Entry("serve", "Serve the pages and the API, with a worker inside."),
    "worker": Entry("worker", "Work runs until stopped."),
    "migrate": Entry("migrate", "Bring the database's tables up to date."),
    "doctor": Entry("doctor", "Check everything the desk needs, and say what is wrong."),
    "user": Entry("user", "People and their roles, and the keys of programs."),
    "submit": Entry("submit", "Hand in a customer's message."),
    "ask": Entry("submit", "Ask the agent about a ticket, in the team's lane."),
    "tickets": Entry("tickets", "List the newest tickets."),
    "show": Entry("tickets", "Show a ticket with what was said on it."),
    "reply": Entry("people", "Reply to the customer yourself."),
    "note": Entry("people", "Leave a note for the team."),
    "take": Entry("people", "Take a ticket from the agent."),
    "handback": Entry("people", "Hand a ticket back to the agent."),
    "approvals": Entry("approvals", "List what waits for a person."),
    "approve": Entry("approvals", "Approve a call or a draft, corrected if need be."),
    "reject": Entry("approvals", "Reject a call or a draft."),
    "settle": Entry("settle", "Say whether an effect of unknown outcome happened."),
    "runs": Entry("runs", "List the newest runs."),
    "resume": Entry("runs", "Let runs go on whose process died."),
    "cancel": Entry("runs", "Cancel a run."),
    "replay": Entry("replay", "Print the recorded steps of a run."),
    "erase": Entry("erase", "Erase a customer and everything of theirs."),
    "prune": Entry("prune", "Delete what is older than its retention, and move silent tickets on."),
    "tools": Entry("tools", "List the tools, with what each may do and where it comes from."),
    "diagram": Entry("diagram", "Draw a graph as Mermaid text."),
    "kb": Entry("kb", "The knowledge base."),
    "flow": Entry("later", "Flows declared in YAML."),
    "eval": Entry("later", "Judge the agents on known cases."),
    "bench": Entry("bench", "Measure start-up and the cost of a run."),
}
