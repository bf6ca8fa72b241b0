"""The graph `support`: one message of a ticket, worked to its end."""

from collections.abc import Mapping
from typing import Literal, assert_never

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import (
    Answerer,
    Classifier,
    CustomerDecider,
    Decided,
    Material,
    RunContext,
    Situation,
    TeamDecider,
)
from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    AnswerTeam,
    CannotAnswer,
    CustomerDecision,
    EscalateToPerson,
    SearchForCustomer,
    SearchForTeam,
    TeamDecision,
    UseToolForCustomer,
    UseToolForTeam,
)
from deskgraph.errors import ModelFailed
from deskgraph.graphs.base import BaseGraph, Subgraph
from deskgraph.graphs.delivery import DeliveryGraph
from deskgraph.graphs.drafting import draft_of
from deskgraph.graphs.knowledge import KnowledgeGraph
from deskgraph.graphs.node import node
from deskgraph.graphs.record import note_findings
from deskgraph.graphs.request import read_request
from deskgraph.graphs.sender import Portal, Sender
from deskgraph.graphs.state import Draft, SupportState, asked
from deskgraph.graphs.team import tell_team
from deskgraph.graphs.tool import ToolGraph
from deskgraph.guardrails import screen_input
from deskgraph.tickets import set_classification

HANDOVER = (
    "Thank you for your message. I have passed it to a colleague, who will read the whole conversation and reply to "
    "you here."
)


def after_tool(state: SupportState) -> Literal["support_report_tool", "support_respond"]:
    """A call that was made or ruled on is reported; without one the answer is written from what there is."""
    return "support_report_tool" if state.report is not None else "support_respond"


class SupportGraph(BaseGraph):
    """Who asks (customer or team) follows from the lane and rides on the run's context, never on a second graph."""

    name = "support"
    state = SupportState
    entry = "support_start"

    def __init__(self, sender: Sender | None = None) -> None:
        self._sender = sender or Portal()

    def subgraphs(self) -> Mapping[str, Subgraph]:
        return {
            "knowledge": Subgraph(KnowledgeGraph(), leads_to="support_respond"),
            "tool": Subgraph(ToolGraph(), leads_to=after_tool),
            "delivery": Subgraph(DeliveryGraph(self._sender), leads_to=END),
        }

    @node(writes="request read_up_to findings")
    async def support_start(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["support_classify", "support_decide"]]:
        """Read the messages this run works, and screen them. A finding blocks nothing; it makes the reply wait."""
        context = runtime.context
        request, read_up_to = await read_request(context)
        update = {"request": request, "read_up_to": read_up_to}
        match context.audience:
            case "customer":
                found = screen_input(f"{request.subject}\n{request.text}")
                findings = await note_findings(context, "message", found)
                return Command(goto="support_classify", update={**update, "findings": findings})
            case "team":
                return Command(goto="support_decide", update=update)
            case _:
                assert_never(context.audience)

    @node(reads="request")
    async def support_classify(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["support_decide"]]:
        """Category and priority for the inbox. A ticket that cannot be sorted is still worked."""
        context = runtime.context
        try:
            decided = (await context.decide(Classifier, asked(state))).decision
        except ModelFailed:
            return Command(goto="support_decide")
        async with context.writing() as conn:
            await set_classification(
                conn,
                context.ticket.id,
                decided.category,
                decided.priority,
                key=f"run:{context.run.id}:classified",
            )
        return Command(goto="support_decide")

    @node(reads="request", writes="query task reason")
    async def support_decide(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["knowledge", "tool", "support_respond", "support_escalate"]]:
        """The routing table. The decider's own query reaches the search, not the ticket."""
        try:
            decided = await _decide(runtime.context, state)
        except ModelFailed as error:
            return _undecided(runtime.context, error)
        match decided.decision:
            case AnswerCustomer() | AnswerTeam():
                return Command(goto="support_respond")
            case SearchForCustomer(query=query) | SearchForTeam(query=query):
                return Command(goto="knowledge", update={"query": query})
            case UseToolForCustomer(task=task) | UseToolForTeam(task=task):
                return Command(goto="tool", update={"task": task})
            case EscalateToPerson(reason=reason):
                return Command(goto="support_escalate", update={"reason": reason})
            case _:
                assert_never(decided.decision)

    @node(reads="report", writes="outcome")
    async def support_report_tool(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["support_respond"]]:
        """Say what became of the call before anybody writes about it: only 'done' is done."""
        report = state.report
        if report is None:
            return Command(goto="support_respond")
        match report.status:
            case "done":
                acted = runtime.context.toolbox.get(report.tool).policy == "needs_approval"
                return Command(goto="support_respond", update={"outcome": "acted" if acted else "answered"})
            case "rejected":
                return Command(goto="support_respond", update={"outcome": "rejected"})
            case "refused" | "failed" | "incomplete" | "unknown":
                return Command(goto="support_respond", update={"outcome": "answered"})
            case _:
                assert_never(report.status)

    @node(reads="request passages report reason outcome", writes="draft reason outcome")
    async def support_respond(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery", "support_escalate", "__end__"]]:
        """Write, or say that it cannot. The team's answer ends here; a customer's goes out by delivery."""
        context = runtime.context
        try:
            decided = await context.decide(Answerer, Material(asked(state), state.passages, state.report))
        except ModelFailed as error:
            return await _unanswered(context, state, str(error))
        match decided.decision:
            case Answer() as answer:
                draft = draft_of(answer, state.passages, decided.model)
                if context.audience == "team":
                    await tell_team(context, draft)
                    return Command(
                        goto="__end__", update={"draft": draft, "outcome": state.outcome or "answered"}
                    )
                return Command(
                    goto="delivery", update={"draft": draft, "outcome": state.outcome or "answered"}
                )
            case CannotAnswer(reason=reason):
                return await _unanswered(context, state, " ".join(filter(None, (reason, state.reason))))
            case _:
                assert_never(decided.decision)

    @node(reads="reason", writes="draft outcome needs_person")
    async def support_escalate(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["delivery"]]:
        """Hand the ticket to a person, and tell the customer so in fixed words that never wait."""
        reason = state.reason or "The agent handed this over."
        draft = Draft(text=HANDOVER, fixed=True)
        return Command(
            goto="delivery", update={"draft": draft, "outcome": "escalated", "needs_person": reason}
        )


async def _decide(
    context: RunContext, state: SupportState
) -> Decided[CustomerDecision] | Decided[TeamDecision]:
    situation = Situation(asked(state), context.toolbox.offered(context.audience))
    match context.audience:
        case "customer":
            return await context.decide(CustomerDecider, situation)
        case "team":
            return await context.decide(TeamDecider, situation)
        case _:
            assert_never(context.audience)


def _undecided(
    context: RunContext, error: ModelFailed
) -> Command[Literal["knowledge", "tool", "support_respond", "support_escalate"]]:
    """No valid decision: a person for the customer; the team, which has nobody to escalate to, is told."""
    goto: Literal["support_respond", "support_escalate"]
    goto = "support_escalate" if context.audience == "customer" else "support_respond"
    return Command(goto=goto, update={"reason": str(error)})


async def _unanswered(
    context: RunContext, state: SupportState, reason: str
) -> Command[Literal["delivery", "support_escalate", "__end__"]]:
    """No answer: a person for the customer, who must know what was done already; for the team the reason."""
    if state.report is not None and state.report.status == "done":
        reason = f"{reason} Done already: {state.report.tool} ({state.report.text})"
    if context.audience == "customer":
        return Command(goto="support_escalate", update={"reason": reason})
    await tell_team(context, Draft(text=f"I cannot answer this. {reason}", fixed=True))
    return Command(goto="__end__", update={"outcome": "no_answer", "reason": reason})
