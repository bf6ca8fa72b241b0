"""A run parked under an older graph or state goes on if it can; else it ends failed, and a person takes its ticket."""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Literal

import pytest
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from deskgraph.agents import RunContext
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import approvals
from deskgraph.graphs import BaseGraph, Subgraph, node
from deskgraph.graphs.ruling import Question, put_to_person
from deskgraph.graphs.state import BaseState, Draft, SupportState, keep_latest
from deskgraph.runs import Run
from deskgraph.staff import Ruling
from deskgraph.tickets import get_ticket

ASKED = Question(kind="reply", action="send_reply", text="Nine hours.")


class Stands(BaseGraph):
    """It writes a draft, and stands at `gate`."""

    name, state, entry = "support", SupportState, "begin"

    @node(writes="draft")
    async def begin(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["gate"]]:
        return Command(goto="gate", update={"draft": Draft(text="Nine hours.")})

    @node(reads="draft", writes="outcome reason")
    async def gate(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["__end__"]]:
        put_to_person(ASKED)
        return Command(goto="__end__", update={"outcome": "answered", "reason": state.draft.text})  # type: ignore[union-attr]  # begin wrote it


class Grown(Stands):
    """The same, with a step behind the gate."""

    @node(writes="outcome")
    async def gate(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["more"]]:  # type: ignore[override]  # a later version
        put_to_person(ASKED)
        return Command(goto="more", update={"outcome": "acted"})

    @node(writes="reason")
    async def more(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["__end__"]]:
        return Command(goto="__end__", update={"reason": "more"})


class Renamed(BaseGraph):
    """The gate has another name."""

    name, state, entry = "support", SupportState, "begin"

    @node()
    async def begin(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["ask"]]:
        return Command(goto="ask")

    @node(writes="outcome")
    async def ask(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["__end__"]]:
        put_to_person(ASKED)
        return Command(goto="__end__", update={"outcome": "answered"})


class Stricter(Draft):
    language: str


class OtherState(BaseState):
    """The draft has a field more, which the stored one lacks."""

    draft: Annotated[Stricter | None, keep_latest] = None


class OtherTypes(BaseGraph):
    """The same gate, over that state."""

    name, state, entry = "support", OtherState, "gate"

    @node(reads="draft", writes="outcome")
    async def gate(self, state: OtherState, runtime: Runtime[RunContext]) -> Command[Literal["__end__"]]:
        put_to_person(ASKED)
        assert state.draft is not None
        return Command(goto="__end__", update={"outcome": "answered"})


class Holder(BaseGraph):
    """A graph inside another; which one is the version's."""

    name, state, entry = "support", SupportState, "enter"

    def __init__(self, inside: BaseGraph) -> None:
        self._inside = inside

    def subgraphs(self) -> Mapping[str, Subgraph]:
        return {"inside": Subgraph(self._inside, leads_to=END)}

    @node()
    async def enter(self, state: SupportState, runtime: Runtime[RunContext]) -> Command[Literal["inside"]]:
        return Command(goto="inside")


def version(desk: Desk, graph: BaseGraph) -> Desk:
    compiled = graph.compile(AsyncPostgresSaver(desk.pool))
    return dataclasses.replace(
        desk, workshop=dataclasses.replace(desk.workshop, graphs={"support": compiled})
    )


async def parked_then_approved(desk: Desk, old: BaseGraph, new: BaseGraph) -> Run:
    older = version(desk, old)
    sent = await older.submit("ada@example.com", "Lamps", "How long does a lamp burn?")
    assert sent.run_id is not None
    assert (await older.wait(sent.run_id, 30)).state == "parked"
    async with transaction(desk.pool) as conn:
        (asked,) = await approvals.list(conn)
    await desk.rule(asked.id, Ruling(approve=True, seen=asked.seen), by="lea")
    return await version(desk, new).wait(sent.run_id, 30)


async def test_a_run_goes_on_under_a_version_that_has_its_place(desk: Desk) -> None:
    run = await parked_then_approved(desk, Stands(), Grown())
    assert (run.state, run.outcome, run.reason) == ("done", "acted", "more")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (Stands(), Renamed(), "stands at gate"),
        (Holder(Stands()), Holder(Renamed()), "stands at inside/gate"),
        (Holder(Stands()), Stands(), "stands at inside"),
        (Stands(), OtherTypes(), "no longer has the shape"),
    ],
    ids=[
        "its node is gone",
        "a node of a subgraph is gone",
        "its subgraph is gone",
        "a type has another shape",
    ],
)
async def test_a_run_that_does_not_fit_ends_failed_and_its_ticket_waits_for_a_person(
    desk: Desk, old: BaseGraph, new: BaseGraph, why: str
) -> None:
    run = await parked_then_approved(desk, old, new)
    assert run.state == "failed"
    assert why in run.reason
    async with transaction(desk.pool) as conn:
        ticket = await get_ticket(conn, run.ticket_id or 0)
        assert await approvals.list(conn) == []
    assert (ticket.handling, ticket.handling_reason) == ("needs_human", run.reason)


async def test_a_question_of_a_run_that_does_not_fit_is_void(desk: Desk) -> None:
    """Its worker comes to it again before anybody has ruled."""
    older = version(desk, Stands())
    sent = await older.submit("ada@example.com", "Lamps", "How long does a lamp burn?")
    assert sent.run_id is not None
    run = await older.wait(sent.run_id, 30)
    async with transaction(desk.pool) as conn:
        await conn.execute("update run set state = 'interrupted' where id = %s", [run.id])
    run = await version(desk, Renamed()).wait(run.id, 30)
    assert run.state == "failed"
    async with transaction(desk.pool) as conn:
        assert [asked.status for asked in await approvals.of_run(conn, run.id)] == ["void"]
