"""The answerer: an answer, or that it cannot."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import GUIDANCE_RULE, Request, ToolReport, passage_section
from deskgraph.decisions import AnswerDecision
from deskgraph.knowledge import Passage
from deskgraph.prompts import Section


@dataclass(frozen=True)
class Material:
    """All that an answer may say: the conversation, passages, a tool's report. `previous` is a draft that was
    sent back with `notes`."""

    request: Request
    passages: tuple[Passage, ...] = ()
    report: ToolReport | None = None
    previous: str = ""
    notes: tuple[str, ...] = ()

    def sections(self) -> list[Section]:
        """Passages and report, then the conversation."""
        report = self.report.sections() if self.report else []
        return [*(passage_section(passage) for passage in self.passages), *report, *self.request.sections()]


class Answerer(BaseAgent[Material, AnswerDecision]):
    """Writes what its reader gets, claim by claim, with the passages behind each."""

    purpose = "writing"
    output_type = AnswerDecision
    instructions = (
        "You write the answers of a support desk, in the language of the request, short and friendly. A tool report "
        "says what was done; only the status 'done' means that it happened. 'corrected' means that a colleague "
        "changed the arguments before it ran: say what ran, not what was asked for; it was meant so and is no mistake. "
        "The section 'tool_arguments' holds what the tool was called with, and what was changed. "
        + GUIDANCE_RULE
    )
    deps_type = Material

    def sections(self, deps: Material) -> Sequence[Section]:
        previous = [Section("draft", deps.previous)] if deps.previous else []
        return [*deps.sections(), *previous, *(Section("review_note", note) for note in deps.notes)]
