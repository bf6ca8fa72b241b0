"""What every agent is: four declarations, and one way to ask its model for a decision."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, get_args

from pydantic_ai import Agent, ToolOutput, UsageLimits
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.models import Model

from deskgraph.decisions import Decision
from deskgraph.errors import ModelFailed
from deskgraph.models import Purpose
from deskgraph.prompts import DATA_RULE, Section, write
from deskgraph.settings import Settings

DepsT = TypeVar("DepsT")
DecisionT = TypeVar("DecisionT", bound=Decision)


@dataclass(frozen=True)
class Decided(Generic[DecisionT]):
    """A decision, the name of the model that made it, and what it cost in tokens."""

    decision: DecisionT
    model: str
    tokens: int


class BaseAgent(Generic[DepsT, DecisionT]):
    """An agent made for one run.

    A subclass declares its `purpose` (the role its model fills), its `output_type` (a decision or a union of
    decisions: the routing table of the node that asks), its `instructions`, and its `deps_type` (what it is told),
    and writes the sections of its prompt. A subclass that leaves one out is refused when it is defined.
    """

    purpose: ClassVar[Purpose]
    output_type: ClassVar[Any]
    instructions: ClassVar[str]
    deps_type: ClassVar[type[Any]]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for name in ("purpose", "output_type", "instructions", "deps_type"):
            if not hasattr(cls, name):
                raise TypeError(f"agent {cls.__name__} does not declare `{name}`")

    def __init__(self, model: Model, name: str, settings: Settings) -> None:
        self._model = model
        self._model_name = name
        self._settings = settings

    def sections(self, deps: DepsT) -> Sequence[Section]:
        """The prompt, section by section."""
        raise NotImplementedError

    async def decide(self, deps: DepsT) -> Decided[DecisionT]:
        """One decision. Raises `ModelFailed` when the model gives none within its bounds of time, retries and
        requests: what happens then is the node's to say, and it is never 'still running'."""
        agent = self._agent()
        try:
            async with asyncio.timeout(self._settings.model_timeout):
                result = await agent.run(
                    write(self.sections(deps)),
                    deps=deps,
                    usage_limits=UsageLimits(request_limit=self._settings.model_requests),
                )
        except (AgentRunError, UserError, TimeoutError) as error:
            raise ModelFailed(
                f"{type(self).__name__} got no valid decision from {self._model_name}: {_why(error)}",
                "A person has to look.",
            ) from error
        return Decided(result.output, self._model_name, result.usage.total_tokens)

    def _agent(self) -> Agent[DepsT, DecisionT]:
        members = get_args(self.output_type) or (self.output_type,)
        return Agent(
            self._model,
            output_type=[ToolOutput(member, name=member.__name__) for member in members],
            instructions=f"{self.instructions}\n\n{DATA_RULE}",
            deps_type=self.deps_type,
            name=type(self).__name__.lower(),
            retries={"output": self._settings.model_retries, "tools": 0},
            # The first valid decision counts; a second one in the same reply changes nothing.
            end_strategy="early",
        )


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it took too long"
    return str(error).splitlines()[0][:300] if str(error) else type(error).__name__
