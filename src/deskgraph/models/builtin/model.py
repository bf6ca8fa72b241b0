"""The pydantic-ai model named `builtin`: reads the prompt, decides, answers with one output tool."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from deskgraph.decisions import Decision
from deskgraph.errors import ModelFailed
from deskgraph.models.builtin.deciders import decider_of
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import read_prompt
from deskgraph.models.builtin.stream import BuiltinStream
from deskgraph.models.embeddings import Embedder
from deskgraph.settings import BUILTIN, Settings


class BuiltinModel(Model[None]):
    """Deterministic: the same prompt gets the same decision. Nothing leaves the machine, nothing costs money.

    It answers only with the decisions of `deskgraph.decisions`, told apart by the names of the output tools
    on offer; another output type raises ModelFailed.
    """

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        super().__init__()
        self._mind = Mind(settings, embedder)

    @property
    def model_name(self) -> str:
        return BUILTIN

    @property
    def system(self) -> str:
        return BUILTIN

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """One decision, as a call of the output tool that bears its name."""
        _, parameters = self.prepare_request(model_settings, model_request_parameters)
        offered = [tool.name for tool in parameters.output_tools]
        ranked = await decider_of(offered)(read_prompt(messages), self._mind)
        decision = _choose(ranked, offered, refused=_refused(messages))
        call = ToolCallPart(type(decision).__name__, decision.model_dump(mode="json"))
        return ModelResponse(
            parts=[call],
            model_name=BUILTIN,
            provider_name=BUILTIN,
            usage=RequestUsage(),
            finish_reason="tool_call",
        )

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same decision in one piece: it is made before the first word of it could be sent."""
        response = await self.request(messages, model_settings, model_request_parameters)
        _, parameters = self.prepare_request(model_settings, model_request_parameters)
        yield BuiltinStream(model_request_parameters=parameters, response=response)


def _choose(ranked: Sequence[Decision], offered: Sequence[str], *, refused: int) -> Decision:
    """The best decision on offer; each refusal by the caller moves on to the next best one."""
    possible = [decision for decision in ranked if type(decision).__name__ in offered]
    if not possible:
        raise ModelFailed(f"The builtin model has no decision among {', '.join(offered)}.")
    return possible[min(refused, len(possible) - 1)]


def _refused(messages: Sequence[ModelMessage]) -> int:
    """How many answers were sent back since the prompt."""
    return sum(isinstance(message, ModelResponse) for message in messages)
