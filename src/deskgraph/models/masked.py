"""A model that never sees personal data: placeholders in what it is sent, values in what it decides.

It stands around any model, at the one place that prompt, corrections and replies all pass. The library checks a
decision after that, so what is checked, stored and done has the real values; and what it says of an invalid decision,
which quotes it, is hidden on its way back like the rest.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pydantic_ai import ModelRetry, RunContext
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    RetryFeedbackPart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings
from pydantic_core import from_json, to_json

from deskgraph.privacy import Mask

# What a prompt says of it.
MASK_RULE = (
    "Words such as [EMAIL_1] or [CARD_1] stand for personal data that you are not shown: where the value belongs write "
    "the word exactly as it stands, and never make one up."
)
_INVENTED = (
    "You wrote a placeholder that stands for nothing. Use only those in the prompt, as they stand there."
)

Change = Callable[[str], str]


class Masked(WrapperModel):
    """One decision's model: its placeholders are good for that decision."""

    def __init__(self, wrapped: Model) -> None:
        super().__init__(wrapped)
        self._mask = Mask()
        self.invented = False

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        # First all of it is read: what one text tells of a number counts in the others, too.
        _changed(messages, self._mask.learn)
        hidden = _changed(messages, self._mask.hide)
        response = await super().request(hidden, model_settings, model_request_parameters)
        calls = [part.args for part in response.parts if isinstance(part, ToolCallPart)]
        self.invented = any(self._mask.holds_invented(text) for args in calls for text in _texts(args))
        restored = [_restored(part, self._mask.restore) for part in response.parts]
        return replace(response, parts=restored)

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The decision in one piece: half of a placeholder cannot be put back."""
        from deskgraph.models.builtin.stream import BuiltinStream

        response = await self.request(messages, model_settings, model_request_parameters)
        yield BuiltinStream(model_request_parameters=model_request_parameters, response=response)


def refuse_invented(context: RunContext[Any], decision: Any) -> Any:
    """An agent's check of a decision: a placeholder that nobody gave must not reach a customer or a tool."""
    model: object = context.model
    while isinstance(model, WrapperModel):
        if isinstance(model, Masked) and model.invented:
            raise ModelRetry(_INVENTED)
        model = model.wrapped
    return decision


def _changed(messages: Sequence[ModelMessage], change: Change) -> list[ModelMessage]:
    changed: list[ModelMessage] = []
    for message in messages:
        parts: Any = [_part(part, change) for part in message.parts]
        changed.append(replace(message, parts=parts))
    return changed


def _part(part: Any, change: Change) -> Any:
    """A part with its texts changed. One of a kind that an agent of ours has no use for is refused, for it may hold
    anything."""
    match part:
        case (
            UserPromptPart(content=str(content))
            | SystemPromptPart(content=content)
            | TextPart(content=content)
        ):
            return replace(part, content=change(content))
        case ToolReturnPart() | RetryFeedbackPart():
            return replace(part, content=_walked(part.content, change))
        case ToolCallPart():
            return _restored(part, change)
        case ThinkingPart():
            return part  # the model's own words about what it was shown; some sign them
        case _:
            raise UserError(f"A {type(part).__name__} cannot be masked.")


def _restored(part: Any, change: Change) -> Any:
    """A call with the texts in its arguments changed. Arguments that are no JSON will be sent back as they are."""
    if not isinstance(part, ToolCallPart) or part.args is None:
        return part
    if not isinstance(part.args, str):
        return replace(part, args=_walked(part.args, change))
    try:
        given = from_json(part.args)
    except ValueError:
        return replace(part, args=change(part.args))
    walked = _walked(given, change)
    return part if walked == given else replace(part, args=to_json(walked).decode())


def _walked(value: Any, change: Change) -> Any:
    """The value with every text in it changed, at whatever depth. Names are ours and stay."""
    match value:
        case str():
            return change(value)
        case dict():
            return {name: _walked(below, change) for name, below in value.items()}
        case list() | tuple():
            return [_walked(below, change) for below in value]
        case _:
            return value


def _texts(args: Any) -> list[str]:
    """Every text in a call's arguments."""
    found: list[str] = []
    try:
        value = from_json(args) if isinstance(args, str) else args
    except ValueError:
        return [args]

    def note(text: str) -> str:
        found.append(text)
        return text

    _walked(value, note)
    return found
