"""A finished response, handed out as a stream."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

from pydantic_ai.messages import ModelResponse, ModelResponseStreamEvent, ToolCallPart
from pydantic_ai.models import StreamedResponse


@dataclass
class BuiltinStream(StreamedResponse):
    """The one tool call of a builtin response as events."""

    response: ModelResponse

    def __post_init__(self) -> None:
        self._usage = self.response.usage

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        for number, part in enumerate(self.response.parts):
            if isinstance(part, ToolCallPart):
                yield self._parts_manager.handle_tool_call_part(
                    vendor_part_id=number,
                    tool_name=part.tool_name,
                    args=part.args_as_dict(),
                    tool_call_id=part.tool_call_id,
                )

    async def close_stream(self) -> None:
        """There is no connection to close."""

    @property
    def model_name(self) -> str:
        return self.response.model_name or ""

    @property
    def provider_name(self) -> str | None:
        return self.response.provider_name

    @property
    def provider_url(self) -> str | None:
        return None

    @property
    def timestamp(self) -> datetime:
        return self.response.timestamp
