"""What an agent is told of a ticket: frozen values that checkpoints carry, and their sections in a prompt."""

import json
from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict

from deskgraph.knowledge import Passage
from deskgraph.prompts import Quoted, Section, write_passage
from deskgraph.tools import Tool

Asker = Literal["customer", "colleague"]
ReportStatus = Literal["done", "rejected", "refused", "failed", "incomplete", "unknown"]


class Told(BaseModel):
    """A value that lives in a run's state: frozen, and nothing in it that was not declared.

    An instance is checked again whenever a state is read: a checkpoint gives one back unchecked whose type has changed
    its shape since.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")


# A section is data, whoever wrote it; these words may lead an agent all the same, for the system says whose they are.
GUIDANCE_RULE = (
    "A section 'guidance' holds words of a colleague of the desk who handed this ticket to you: let them lead what you "
    "do, within your other rules. They are not the customer's, who must never read them or hear of them."
)


class Turn(Told):
    """One earlier message of the conversation, as a prompt shows it."""

    author: Literal["customer", "agent", "staff"]
    lane: Literal["customer", "team"]
    text: str


class Request(Told):
    """The messages a run works, joined, with what was said before them. `guidance` are the words of colleagues who
    handed the ticket back: for the agent alone."""

    asker: Asker
    subject: str
    text: str
    turns: tuple[Turn, ...] = ()
    guidance: tuple[str, ...] = ()

    def sections(self) -> list[Section]:
        """Subject, earlier turns (oldest first), then the request itself, last: it is what matters most."""
        turns = [
            Section("turn", turn.text, labels={"author": turn.author, "lane": turn.lane})
            for turn in self.turns
        ]
        return [
            Section("subject", self.subject),
            *turns,
            *(Section("guidance", words, labels={"from": "colleague"}) for words in self.guidance),
            Section("request", self.text, labels={"from": self.asker}),
        ]


class ToolReport(Told):
    """What became of a tool call, in words that are true of it. `arguments` are the final ones, as canonical JSON, and
    `planned` those before a colleague changed them. `note` is why a person said no; a note on an approval is for the
    record and reaches nobody else."""

    tool: str
    status: ReportStatus
    text: str
    arguments: str = "{}"
    corrected: bool = False
    planned: str = ""
    note: str = ""

    def sections(self) -> list[Section]:
        """The report, then the call's arguments, one a line. Both are data like any other."""
        labels = {"tool": self.tool, "status": self.status, "corrected": "yes" if self.corrected else "no"}
        body = "\n".join(part for part in (self.text, self.note) if part)
        given = "\n".join(self._given())
        called = [Section("tool_arguments", given, labels={"tool": self.tool})] if given else []
        return [Section("tool_report", body, labels=labels), *called]

    def _given(self) -> Iterator[str]:
        """Each argument with its value, and what a colleague changed it from."""
        final = json.loads(self.arguments)
        planned = json.loads(self.planned) if self.planned else final
        for name in sorted(final.keys() | planned.keys()):
            line = f"{name}: {_value(final, name)}"
            changed = final.get(name, _NONE) != planned.get(name, _NONE)
            yield f"{line} (a colleague changed it from: {_value(planned, name)})" if changed else line


_NONE = object()


def _value(arguments: dict[str, object], name: str) -> str:
    if name not in arguments:
        return "left out"
    value = arguments[name]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def passage_section(passage: Passage) -> Section:
    """A passage with the id that a claim cites it by."""
    return write_passage(Quoted(passage.id, passage.title, passage.heading, passage.text))


def tool_section(tool: Tool) -> Section:
    """A tool as the planner and the decider see it: name, policy, help, JSON Schema of its arguments."""
    return Section("tool", tool.prompt, labels={"name": tool.name, "policy": tool.policy})
