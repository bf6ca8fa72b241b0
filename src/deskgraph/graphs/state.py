"""The state of the support graph: what a run remembers between its steps.

Every field has one writer at a time, so the last value written holds; the two that gather (passages, findings) name
their reducer. Both reducers give the same when a subgraph hands back what it was given.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from deskgraph.agents import Request, Told, ToolReport
from deskgraph.decisions import Claim
from deskgraph.guardrails import Finding
from deskgraph.knowledge import Passage

Outcome = Literal["answered", "acted", "escalated", "rejected", "no_answer", "stopped"]


def keep_latest(_: object, new: object) -> object:
    """The reducer of a field with one writer at a time: what was written last."""
    return new


def gather_passages(old: Sequence[Passage], new: Sequence[Passage]) -> tuple[Passage, ...]:
    """Each passage once, by id, in the order in which they were found."""
    return tuple({passage.id: passage for passage in (*old, *new)}.values())


def gather_findings(old: Sequence[Finding], new: Sequence[Finding]) -> tuple[Finding, ...]:
    """Each finding once."""
    return tuple(dict.fromkeys((*old, *new)))


class Citation(Told):
    """Where a statement of an answer can be read."""

    passage: int
    article: int
    source: str
    title: str
    heading: str


class Draft(Told):
    """What may become a message. A `fixed` one is written by us and not by a model, and never waits."""

    text: str
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    model: str = ""
    ask_approval: bool = False
    fixed: bool = False


class Proposal(Told):
    """A planned tool call. `arguments` is canonical JSON; `approval` is the ruling that lets it run. `planned` are the
    arguments before a person changed them. `about` is what a person is shown of the tool, as it was when planned."""

    tool: str
    arguments: str
    reasoning: str
    dropped: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    invalid: dict[str, str] = Field(default_factory=dict)
    approval: int | None = None
    corrected: bool = False
    planned: str = ""
    about: dict[str, Any] = Field(default_factory=dict)


class BaseState(BaseModel):
    """What every subgraph sees: the request, and what is to become of the run. `read_up_to` is the number of the event
    of the request's newest message: one that came later, the agent has not seen. `open_effect` is the effect whose
    outcome nobody knows."""

    request: Annotated[Request | None, keep_latest] = None
    read_up_to: Annotated[int, keep_latest] = 0
    findings: Annotated[tuple[Finding, ...], gather_findings] = ()
    outcome: Annotated[Outcome | None, keep_latest] = None
    reason: Annotated[str, keep_latest] = ""
    needs_person: Annotated[str, keep_latest] = ""
    open_effect: Annotated[int | None, keep_latest] = None


class Knowledge(BaseModel):
    """What was looked for and found."""

    query: Annotated[str, keep_latest] = ""
    tried: Annotated[tuple[str, ...], keep_latest] = ()
    passages: Annotated[tuple[Passage, ...], gather_passages] = ()


class Tools(BaseModel):
    """What is to be done with a tool, and what became of it."""

    task: Annotated[str, keep_latest] = ""
    proposal: Annotated[Proposal | None, keep_latest] = None
    report: Annotated[ToolReport | None, keep_latest] = None


class Delivery(BaseModel):
    """The draft on its way out. `cleared` is the exact text that may leave: the review passed it, or a person
    approved it (then `approval` is their ruling). `hold` says why a person has to."""

    draft: Annotated[Draft | None, keep_latest] = None
    review_notes: Annotated[tuple[str, ...], keep_latest] = ()
    rewrites: Annotated[int, keep_latest] = 0
    hold: Annotated[str, keep_latest] = ""
    cleared: Annotated[str, keep_latest] = ""
    approval: Annotated[int | None, keep_latest] = None


class KnowledgeState(BaseState, Knowledge):
    """What the subgraph `knowledge` works on."""


class ToolState(BaseState, Tools):
    """What the subgraph `tool` works on."""


class DeliveryState(BaseState, Knowledge, Tools, Delivery):
    """What the subgraph `delivery` works on."""


class SupportState(BaseState, Knowledge, Tools, Delivery):
    """What the graph `support` works on."""


def asked(state: BaseState) -> Request:
    """The request, which the first node writes before any other reads it."""
    if state.request is None:
        raise ValueError("the run has no request; support_start writes it first")
    return state.request
