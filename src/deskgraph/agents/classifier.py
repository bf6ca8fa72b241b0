"""The classifier: what a customer's message is about."""

from collections.abc import Sequence

from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import Request
from deskgraph.decisions import Classification
from deskgraph.prompts import Section


class Classifier(BaseAgent[Request, Classification]):
    """Category, priority and the reason, for the inbox."""

    purpose = "routing"
    output_type = Classification
    instructions = "You sort the messages that reach a support desk."
    deps_type = Request

    def sections(self, deps: Request) -> Sequence[Section]:
        return deps.sections()
