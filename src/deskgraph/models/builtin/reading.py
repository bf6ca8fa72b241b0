"""The prompt as the builtin model reads it back: sections by name, passages with their ids."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from deskgraph.models.builtin.asks import clauses
from deskgraph.models.builtin.queries import query_of
from deskgraph.models.builtin.words import content
from deskgraph.prompts import Section, read, read_passage
from deskgraph.prompts.passages import PASSAGE


@dataclass(frozen=True)
class Passage:
    """One passage of an article, with the id that an answer cites."""

    number: int
    title: str
    heading: str
    text: str


@dataclass(frozen=True)
class Reading:
    """The sections of one prompt."""

    sections: tuple[Section, ...]

    def body(self, name: str) -> str:
        """All bodies of this name, joined by a blank line; empty when there is none."""
        return "\n\n".join(section.body for section in self.of(name)).strip()

    def of(self, name: str) -> list[Section]:
        """The sections of this name, in order."""
        return [section for section in self.sections if section.name == name]

    @property
    def request(self) -> str:
        """What is asked: the subject line does not count, it often repeats or misleads."""
        return self.body("request") or self.body("subject")

    @property
    def asker(self) -> str:
        """`customer` or `colleague`."""
        return next((section.labels.get("from", "") for section in self.of("request")), "") or "customer"

    @property
    def asked(self) -> str:
        """What is wanted: the request; the subject before it where the request says too little; and the
        customer's message before it where the request only hands in what was missing (`It is A-1001.`)."""
        text = self.request
        subject = self.body("subject")
        if len(content(text)) < 3 and subject and subject not in text:
            text = f"{subject}. {text}"
        turns = self.of("turn")
        handed_in = (
            len(turns) > 1 and turns[-1].labels.get("author") != "customer" and _hands_in(self.request)
        )
        before = [turn.body for turn in turns if turn.labels.get("author") == "customer"]
        return f"{before[-1]}\n\n{text}" if handed_in and before else text

    @property
    def questions(self) -> list[str]:
        """What is wanted as one query, and the same under its subject where that says more."""
        query = query_of(self.asked)
        subject = self.body("subject")
        said_more = content(subject) - content(query)
        return [query, f"{query_of(subject)}. {query}"[:500]] if said_more else [query]

    @property
    def earlier(self) -> list[str]:
        """What customer and colleagues wrote before, newest first; the agent's own words are no source of
        facts."""
        turns = [turn.body for turn in self.of("turn") if turn.labels.get("author") != "agent"]
        return [*reversed(turns), self.body("subject")]

    @property
    def passages(self) -> list[Passage]:
        """Passages whose id is a number, in the order of the search."""
        quoted = filter(None, map(read_passage, self.of(PASSAGE)))
        return [Passage(each.id, each.title, each.heading, each.text) for each in quoted]


def read_prompt(messages: Sequence[ModelMessage]) -> Reading:
    """The newest user prompt of the messages; a retry adds none, so its first prompt stays the newest."""
    for message in reversed(messages):
        if isinstance(message, ModelRequest):
            texts = [_text(part) for part in message.parts if isinstance(part, UserPromptPart)]
            if texts:
                return Reading(tuple(read("\n\n".join(texts))))
    return Reading(())


def _hands_in(text: str) -> bool:
    """A short text with a number or an address, that neither asks a question nor for anything."""
    short = len(content(text)) <= 8 and "?" not in text
    given = short and any(mark.isdigit() or mark == "@" for mark in text)
    return given and not any(clause.acts for clause in clauses(text))


def _text(part: UserPromptPart) -> str:
    if isinstance(part.content, str):
        return part.content
    return "\n\n".join(item for item in part.content if isinstance(item, str))
