"""A graph that is declared wrongly is refused when it is built, and a node that breaks its declaration when it runs."""

from typing import Any, Literal, get_args

import pytest
from langgraph.graph import END
from langgraph.types import Command
from pydantic import BaseModel

from deskgraph.errors import BadUpdate, NoContext, NoDestination, UndeclaredField, UndeclaredGoto
from deskgraph.graphs import BaseGraph, SupportGraph, SupportState, node
from deskgraph.graphs.node import Reading, RunningNode
from deskgraph.graphs.state import Draft

Alias = Any


class Small(BaseModel):
    text: str = ""
    draft: Draft | None = None


class Broken(BaseGraph):
    name = "broken"
    state = Small
    entry = "first"


def test_a_node_that_does_not_say_where_it_leads_is_refused() -> None:
    class Silent(Broken):
        @node()
        async def first(self, state: Small, runtime: Any) -> Command[str]:
            return Command(goto="__end__")

    with pytest.raises(NoDestination, match="first does not declare where it leads"):
        Silent().build()


def test_a_node_that_leads_nowhere_is_refused() -> None:
    class Lost(Broken):
        @node()
        async def first(self, state: Small, runtime: Any) -> Command[Literal["nowhere"]]:
            return Command(goto="nowhere")

    with pytest.raises(NoDestination, match="nowhere"):
        Lost().build()


def test_an_entry_that_is_no_node_is_refused() -> None:
    with pytest.raises(NoDestination, match="first"):
        Broken().build()


def test_a_write_to_a_field_that_the_state_does_not_have_is_refused() -> None:
    class Wrong(Broken):
        @node(writes="texxt")
        async def first(self, state: Small, runtime: Any) -> Command[Literal["__end__"]]:
            return Command(goto="__end__")

    with pytest.raises(UndeclaredField, match="texxt"):
        Wrong().build()


class Runs(Broken):
    command: Command[str] = Command(goto=END)

    @node(reads="text", writes="text draft")
    async def first(self, state: Small, runtime: Any) -> Command[Literal["__end__"]]:
        return self.command  # type: ignore[return-value]  # the tests hand it commands it must refuse


def checked(command: Command[str]) -> Command[str]:
    return RunningNode("broken", "first", Runs().first, Small)._checked(command)


def test_a_goto_that_was_not_declared_is_an_error_and_not_an_end() -> None:
    with pytest.raises(UndeclaredGoto, match="second"):
        checked(Command(goto="second"))


def test_a_command_to_another_graph_is_refused() -> None:
    with pytest.raises(UndeclaredGoto, match="another graph"):
        checked(Command(goto=END, graph=Command.PARENT))


def test_a_field_that_was_not_declared_cannot_be_written() -> None:
    with pytest.raises(UndeclaredField, match="secret"):
        checked(Command(goto=END, update={"secret": "x"}))


@pytest.mark.parametrize("value", [7, None, b"bytes"])
def test_a_wrong_type_is_refused_when_it_is_written_and_not_when_it_is_next_read(value: object) -> None:
    with pytest.raises(BadUpdate, match="text"):
        checked(Command(goto=END, update={"text": value}))


def test_an_update_without_field_names_is_refused_and_not_dropped() -> None:
    with pytest.raises(BadUpdate, match="list"):
        checked(Command(goto=END, update=[("text", "x")]))


def test_a_dict_in_the_place_of_a_model_is_refused() -> None:
    with pytest.raises(BadUpdate, match="draft"):
        checked(Command(goto=END, update={"draft": {"text": "x"}}))


def test_a_field_that_was_not_declared_cannot_be_read() -> None:
    with pytest.raises(UndeclaredField, match="reads `draft`"):
        _ = Reading("first", Small(), frozenset({"text"})).draft


@pytest.mark.parametrize("context", [None, "a string"])
async def test_a_run_without_its_context_is_refused(context: object) -> None:
    with pytest.raises(NoContext):
        await Runs().compile().ainvoke({"text": "x"}, context=context)  # type: ignore[call-overload]  # the point


def test_every_field_that_a_node_reads_is_written_by_a_node() -> None:
    declared = SupportGraph().declarations()
    written = {field for declaration in declared.values() for field in declaration.writes}
    read = {field for declaration in declared.values() for field in declaration.reads}
    assert read - written == set()
    assert written - set(SupportState.model_fields) == set()


def test_every_field_of_the_state_is_used_and_names_its_reducer() -> None:
    declared = SupportGraph().declarations()
    used = {field for declaration in declared.values() for field in (declaration.reads | declaration.writes)}
    assert set(SupportState.model_fields) == used
    for field, info in SupportState.model_fields.items():
        assert any(callable(part) for part in info.metadata), f"{field} names no reducer"


def test_every_node_leads_only_to_what_its_signature_says() -> None:
    running = SupportGraph().nodes()
    assert running["support_start"].destinations == get_args(Literal["support_classify", "support_decide"])
