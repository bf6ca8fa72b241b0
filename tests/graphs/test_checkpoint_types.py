"""Every type that a run stores comes back from a checkpoint as itself, and no other type does."""

from typing import Any, get_args

import pytest
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from pydantic import BaseModel, ValidationError

from deskgraph.agents import Request, ToolReport, Turn
from deskgraph.database import Pool
from deskgraph.decisions import Claim
from deskgraph.errors import LooseSerializer
from deskgraph.graphs import SupportGraph, SupportState
from deskgraph.graphs.state import Citation, Draft, Proposal
from deskgraph.guardrails import Finding
from deskgraph.knowledge import Passage
from deskgraph.worker import strict

CITATION = Citation(passage=1, article=2, source="a.md", title="A", heading="")
CLAIM = Claim(text="Nine hours.", passages=(1,))
STORED: list[BaseModel] = [
    Request(asker="customer", subject="s", text="t", turns=(Turn(author="staff", lane="team", text="t"),)),
    Turn(author="agent", lane="customer", text="t"),
    Finding(kind="k", excerpt="e", where="message"),
    Passage(id=1, article_id=2, source="a.md", title="A", heading="", text="t", score=0.5),
    Proposal(tool="t", arguments="{}", reasoning="r", dropped=("x",), invalid={"a": "b"}, approval=3),
    ToolReport(tool="t", status="done", text="t"),
    Draft(text="t", claims=(CLAIM,), citations=(CITATION,), model="builtin"),
    CITATION,
    CLAIM,
]


@pytest.fixture
async def serde(pool: Pool) -> SerializerProtocol:
    graph = strict(SupportGraph().compile(AsyncPostgresSaver(pool)))
    assert isinstance(graph.checkpointer, AsyncPostgresSaver)
    return graph.checkpointer.serde


def models_in(annotation: Any) -> set[type[BaseModel]]:
    """All models that a field's type names, and those within them."""
    found: set[type[BaseModel]] = set()
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        found.add(annotation)
        for info in annotation.model_fields.values():
            found |= models_in(info.annotation)
    for inner in get_args(annotation):
        found |= models_in(inner)
    return found


@pytest.mark.parametrize("value", STORED, ids=lambda value: type(value).__name__)
async def test_a_stored_value_comes_back_as_itself(serde: SerializerProtocol, value: BaseModel) -> None:
    back = serde.loads_typed(serde.dumps_typed(value))
    assert type(back) is type(value)
    assert back == value


def test_no_type_of_the_state_is_left_out_above() -> None:
    named = {model for info in SupportState.model_fields.values() for model in models_in(info.annotation)}
    assert named == {type(value) for value in STORED}


async def test_a_saver_without_the_allow_list_is_refused_at_start(pool: Pool) -> None:
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    loose = AsyncPostgresSaver(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=True))
    graph = SupportGraph().compile().copy(update={"checkpointer": loose})
    with pytest.raises(LooseSerializer):
        strict(graph)


def test_a_graph_without_a_saver_is_refused_at_start() -> None:
    with pytest.raises(LooseSerializer):
        strict(SupportGraph().compile())


def test_a_stored_value_whose_type_changed_its_shape_is_refused_when_it_is_read() -> None:
    halfway = Draft.model_construct(_fields_set={"claims"}, claims=())  # type: ignore[call-arg]  # that is the point
    with pytest.raises(ValidationError, match=r"draft\.text"):
        SupportState(draft=halfway)
