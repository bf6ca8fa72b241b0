"""What every agent is: four declarations, and one way to ask its model for a decision."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, get_args

from pydantic_ai import Agent, RunUsage, ToolOutput, UsageLimits
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.models import Model

from deskgraph.decisions import Decision
from deskgraph.errors import ModelAway, ModelFailed
from deskgraph.models import Purpose
from deskgraph.models.failing import is_away, why
from deskgraph.models.masked import MASK_RULE, Masked, refuse_invented
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

    async def decide(self, deps: DepsT, usage: RunUsage | None = None) -> Decided[DecisionT]:
        """One decision. Raises `ModelAway` when another model may stand in, else `ModelFailed`, when this one gives
        none within its bounds of time, attempts, corrections and requests: what happens then is the node's to say, and
        it is never 'still running'. `usage` is added to, however it ends."""
        usage = RunUsage() if usage is None else usage
        masked = self.purpose in self._settings.mask
        try:
            async with asyncio.timeout(self._settings.model_seconds):
                result = await self._agent(self._settings.model_retries, masked).run(
                    write(self.sections(deps)),
                    model=Masked(self._model) if masked else self._model,
                    deps=deps,
                    usage=usage,
                    usage_limits=UsageLimits(request_limit=self._settings.model_requests),
                )
        except (AgentRunError, UserError, TimeoutError) as error:
            kind = ModelAway if is_away(error) else ModelFailed
            raise kind(
                f"{type(self).__name__} got no decision: {self._model_name} {why(error, self._settings)}.",
                "A person has to look.",
            ) from error
        decision: DecisionT = result.output
        return Decided(decision, self._model_name, usage.total_tokens)

    @classmethod
    @cache
    def _agent(cls, retries: int, masked: bool) -> Agent[Any, Any]:
        """The library's agent: it costs more to make than a decision does, and is the same for each run and model."""
        members = get_args(cls.output_type) or (cls.output_type,)
        rules = [cls.instructions, DATA_RULE, *([MASK_RULE] if masked else [])]
        agent: Agent[Any, Any] = Agent(
            output_type=[ToolOutput(member, name=member.__name__) for member in members],
            instructions="\n\n".join(rules),
            deps_type=cls.deps_type,
            name=cls.__name__.lower(),
            # There are no tools but the decisions; one that a model makes up is an invalid output like any other.
            retries=retries,
            # The first valid decision counts; a second one in the same reply changes nothing.
            end_strategy="early",
        )
        agent.output_validator(refuse_invented)
        return agent
