"""The graph that a run's cost is measured on: five nodes, one decision of a model that costs nothing.

What touches the desk's own rows is handed in, so that the whole path and a bare loop run the same compiled graph.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from deskgraph.agents import Answerer, Material, Request, RunContext
from deskgraph.decisions import Answer
from deskgraph.graphs import BaseGraph, node
from deskgraph.graphs.state import Draft, SupportState, asked
from deskgraph.guardrails import Grounds, screen_input, screen_output

SAID = "Thank you. Your parcel leaves us tomorrow and is with you on Friday."
Read = Callable[[RunContext], Awaitable[tuple[Request, int]]]
Send = Callable[[RunContext, Draft], Awaitable[None]]


class ScriptedModel(Model[None]):
    """Says the same each time, after so many seconds."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self._seconds = seconds
        self.asked = 0

    @property
    def model_name(self) -> str:
        return "scripted"

    @property
    def system(self) -> str:
        return "scripted"

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        self.asked += 1
        self.prepare_request(model_settings, model_request_parameters)
        if self._seconds:
            await asyncio.sleep(self._seconds)
        arguments: dict[str, Any] = {"claims": [{"text": SAID, "passages": []}]}
        return ModelResponse(parts=[ToolCallPart("Answer", arguments)], model_name=self.model_name)


class FiveNodes(BaseGraph):
    """Read, screen, answer, check, send."""

    name = "five"
    state = SupportState
    entry = "five_read"

    def __init__(self, read: Read, send: Send) -> None:
        self._read, self._send = read, send

    @node(writes="request read_up_to")
    async def five_read(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["five_screen"]]:
        request, read_up_to = await self._read(runtime.context)
        return Command(goto="five_screen", update={"request": request, "read_up_to": read_up_to})

    @node(reads="request", writes="findings")
    async def five_screen(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["five_answer"]]:
        return Command(goto="five_answer", update={"findings": tuple(screen_input(asked(state).text))})

    @node(reads="request", writes="draft")
    async def five_answer(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["five_check", "__end__"]]:
        decided = await runtime.context.decide(Answerer, Material(asked(state), (), None))
        if not isinstance(decided.decision, Answer):
            return Command(goto="__end__")
        text = " ".join(claim.text for claim in decided.decision.claims)
        return Command(goto="five_check", update={"draft": Draft(text=text, model=decided.model)})

    @node(reads="request draft", writes="cleared outcome")
    async def five_check(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["five_send", "__end__"]]:
        if state.draft is None or screen_output(state.draft.text, Grounds(asked=[asked(state).text])):
            return Command(goto="__end__")
        return Command(goto="five_send", update={"cleared": state.draft.text, "outcome": "answered"})

    @node(reads="draft")
    async def five_send(
        self, state: SupportState, runtime: Runtime[RunContext]
    ) -> Command[Literal["__end__"]]:
        if state.draft is not None:
            await self._send(runtime.context, state.draft)
        return Command(goto="__end__")
