"""A node's declaration, and what is checked each time it runs.

A node reads and writes declared fields only; its `-> Command[Literal[...]]` is the list of its edges. The library
would log a `goto` that does not exist and end the run as if it had finished; here it is an error.
"""

import functools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

from langgraph.runtime import Runtime
from langgraph.types import Command, Send
from pydantic import BaseModel, TypeAdapter, ValidationError

from deskgraph.agents.context import RunContext, decided_in_node
from deskgraph.errors import BadUpdate, NoContext, NoDestination, UndeclaredField, UndeclaredGoto
from deskgraph.graphs.record import note_step
from deskgraph.telemetry import span

P = ParamSpec("P")
SelfT = TypeVar("SelfT")
StateT = TypeVar("StateT", bound=BaseModel)
CommandT = TypeVar("CommandT", bound="Command[Any]")
NodeMethod = Callable[Concatenate[Any, P], Awaitable[CommandT]]


@dataclass(frozen=True)
class Declaration:
    """The fields of the state that a node reads and writes."""

    reads: frozenset[str]
    writes: frozenset[str]


def node(
    *, reads: str = "", writes: str = ""
) -> Callable[[Callable[P, Awaitable[CommandT]]], Callable[P, Awaitable[CommandT]]]:
    """Declare a method as a node; `reads` and `writes` are field names divided by spaces."""

    def declare(method: Callable[P, Awaitable[CommandT]]) -> Callable[P, Awaitable[CommandT]]:
        declaration = Declaration(frozenset(reads.split()), frozenset(writes.split()))
        method.__dict__["declaration"] = declaration
        return method

    return declare


def declaration_of(method: Callable[..., object]) -> Declaration:
    """What `@node` noted on a method."""
    return cast(Declaration, method.__dict__["declaration"])


def destinations_of(name: str, method: Callable[..., object]) -> tuple[str, ...]:
    """The names in a node's `-> Command[Literal[...]]`. Raises `NoDestination` when there are none: an alias or a
    type defined inside a function would silently lose the edges from the drawing."""
    returned = get_type_hints(method).get("return")
    if get_origin(returned) is Command:
        (target,) = get_args(returned)
        if get_origin(target) is Literal and all(isinstance(value, str) for value in get_args(target)):
            return cast(tuple[str, ...], get_args(target))
    raise NoDestination(
        f"Node {name} does not declare where it leads.",
        'Give it the return type `Command[Literal["next_node", ...]]`, written out in its signature.',
    )


def targets_of(command: Command[Any]) -> list[str]:
    """Where a command leads: to a node, to several, or to one with a state of its own for each `Send`."""
    goals = [command.goto] if isinstance(command.goto, (str, Send)) else list(command.goto)
    return [goal.node if isinstance(goal, Send) else str(goal) for goal in goals]


class Reading:
    """A state seen through a declaration: a field that was not declared as read cannot be read."""

    __slots__ = ("_name", "_reads", "_state")

    def __init__(self, name: str, state: BaseModel, reads: frozenset[str]) -> None:
        self._name, self._state, self._reads = name, state, reads

    def __getattr__(self, field: str) -> Any:
        if field not in self._reads:
            raise UndeclaredField(
                f"Node {self._name} reads `{field}` and does not declare it.",
                "Add it to `reads=` of its @node.",
            )
        return getattr(self._state, field)


class RunningNode:
    """A node as the graph calls it: its context, reads, goto and writes are checked, and the step is recorded."""

    def __init__(self, graph: str, name: str, method: Callable[..., Any], state: type[BaseModel]) -> None:
        self.name = name
        self.place = name if name.startswith(f"{graph}_") else f"{graph}/{name}"
        self.declaration = declaration_of(method)
        self.destinations = destinations_of(name, method)
        self._method = method
        self._state = state
        self._adapters = {field: _adapter(state, field) for field in self.declaration.writes}

    def as_function(self) -> Callable[..., Awaitable[Command[str]]]:
        """The coroutine function that LangGraph gets; it keeps the method's signature, which is its edges."""

        @functools.wraps(self._method)
        async def run(state: Any, runtime: Runtime[RunContext]) -> Command[str]:
            return await self._run(state, runtime)

        return run

    async def _run(self, state: Any, runtime: Runtime[RunContext]) -> Command[str]:
        # The library gives None on a resume without `context=`, and checks hardly anything of what it is given.
        context = cast(object, runtime.context)
        if not isinstance(context, RunContext):
            raise NoContext(
                f"Node {self.name} runs without its run's context.", "Give `context=` at every start."
            )
        if not isinstance(state, BaseModel):
            # What a `Send` carries comes as it was given.
            state = self._state.model_validate(state)
        noted = decided_in_node.set([])
        began = time.perf_counter()
        try:
            with span(f"node {self.name}", run=context.run.id, ticket=context.ticket.id):
                command = self._checked(
                    await self._method(Reading(self.name, state, self.declaration.reads), runtime)
                )
            ms = round((time.perf_counter() - began) * 1000)
            decided = decided_in_node.get()
        finally:
            decided_in_node.reset(noted)
        # The task's id is a function of checkpoint, place and node: a step that is repeated keeps its key.
        key = runtime.execution_info.task_id if runtime.execution_info else self.place
        goto = " ".join(targets_of(command))
        note_step(context, key=key, node=self.name, goto=goto, decided=decided, ms=ms)
        return command

    def _checked(self, command: Command[str]) -> Command[str]:
        if command.graph is not None:
            raise UndeclaredGoto(f"Node {self.name} sends a Command to another graph ({command.graph}).")
        for target in targets_of(command):
            if target not in self.destinations:
                raise UndeclaredGoto(
                    f"Node {self.name} went to {target!r}, which it does not declare.",
                    f"It declares {', '.join(self.destinations)}.",
                )
        update = command.update or {}
        if not isinstance(update, dict):
            raise BadUpdate(f"Node {self.name} writes a {type(update).__name__}.", "Write fields, by name.")
        return Command(
            goto=command.goto, update={name: self._written(name, value) for name, value in update.items()}
        )

    def _written(self, field: str, value: object) -> object:
        if field not in self._adapters:
            raise UndeclaredField(
                f"Node {self.name} writes `{field}` and does not declare it.",
                "Add it to `writes=` of its @node.",
            )
        try:
            validated = self._adapters[field].validate_python(value, strict=True)
        except ValidationError as error:
            why = error.errors()[0]["msg"]
            raise BadUpdate(f"Node {self.name} writes a wrong type to `{field}`: {why}.") from error
        if validated != value:
            # A dict would be made into the model here, and come back from the checkpoint as a dict.
            raise BadUpdate(f"Node {self.name} writes to `{field}` what is only shaped like its type.")
        return validated


def _adapter(state: type[BaseModel], field: str) -> TypeAdapter[Any]:
    if field not in state.model_fields:
        raise UndeclaredField(
            f"{state.__name__} has no field `{field}`, and a node declares that it writes it."
        )
    return TypeAdapter(cast(Any, state.model_fields[field].annotation))
