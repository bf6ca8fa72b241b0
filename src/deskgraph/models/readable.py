"""A model whose replies can be read, or that is away."""

from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UnexpectedModelBehavior, UserError
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings


class Readable(WrapperModel):
    """Tells a server that answers in no shape of its interface (a gateway's page, an error with status 200), which
    another model may stand in for, from a model whose output is not valid, which it may mend."""

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        try:
            return await super().request(messages, model_settings, model_request_parameters)
        except UnexpectedModelBehavior as error:
            if type(error) is not UnexpectedModelBehavior:
                raise  # cut off at a length, or stopped by a filter: the model did answer
            raise _unreadable(self.model_name, error) from error
        except (AgentRunError, UserError):
            raise
        # What a client raises that reads into a shape it did not expect is of any type.
        except Exception as error:
            raise _unreadable(self.model_name, error) from error


def _unreadable(model: str, error: Exception) -> ModelAPIError:
    return ModelAPIError(model, f"unreadable reply: {type(error).__name__}")
