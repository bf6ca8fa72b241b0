"""Gates that wait side by side: each ruling reaches its own action, in whichever order they come."""

import dataclasses
import json
from typing import Annotated, Literal

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from deskgraph.agents import RunContext
from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import Fresh, approvals, canonical, claim, of_run, settle
from deskgraph.graphs import BaseGraph, node
from deskgraph.graphs.ruling import Question, put_to_person
from deskgraph.graphs.state import BaseState, keep_latest
from deskgraph.staff import Ruling

LAMPS = ("L-1", "L-2", "L-3")


def gather(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*old, *new}))


class Lamps(BaseState):
    lamp: Annotated[str, keep_latest] = ""
    lit: Annotated[tuple[str, ...], gather] = ()


class ThreeGates(BaseGraph):
    """A gate for each lamp; behind it the lamp is lit."""

    name, state, entry = "support", Lamps, "fan_out"

    @node()
    async def fan_out(self, state: Lamps, runtime: Runtime[RunContext]) -> Command[Literal["light"]]:
        return Command(goto=[Send("light", {"lamp": lamp}) for lamp in LAMPS])

    @node(reads="lamp", writes="lit outcome")
    async def light(self, state: Lamps, runtime: Runtime[RunContext]) -> Command[Literal["__end__"]]:
        context, lamp = runtime.context, state.lamp
        ruled = put_to_person(
            Question(
                kind="tool",
                action="light_lamp",
                arguments=canonical({"lamp": lamp, "hours": 1}),
                read_up_to=99,
            )
        )
        asked_for = json.loads(ruled.arguments or "{}")["lamp"]
        async with context.writing() as conn:
            claimed = await claim(
                conn,
                run_id=context.run.id,
                ticket_id=context.ticket.id,
                key=f"run:{context.run.id}:light:{lamp}",
                action="light_lamp",
                arguments=ruled.arguments or "",
                fence=context.fence,
            )
            assert isinstance(claimed, Fresh)
            await settle(conn, claimed.effect_id, "done", f"{lamp} by the ruling on {asked_for}")
        return Command(goto="__end__", update={"lit": (lamp,), "outcome": "acted"})


async def test_three_rulings_in_reverse_order_each_reach_their_own_action(desk: Desk) -> None:
    graph = ThreeGates().compile(AsyncPostgresSaver(desk.pool))
    desk = dataclasses.replace(desk, workshop=dataclasses.replace(desk.workshop, graphs={"support": graph}))
    sent = await desk.submit("ada@example.com", "Lamps", "Light them all.")
    assert sent.run_id is not None
    assert (await desk.wait(sent.run_id, 30)).state == "parked"
    async with transaction(desk.pool) as conn:
        asked = await approvals.list(conn)
    by_lamp = {json.loads(approval.arguments)["lamp"]: approval.id for approval in asked}
    became: list[tuple[str, str | None]] = []
    for lamp in reversed(LAMPS):
        await desk.rule(by_lamp[lamp], Ruling(approve=True), by="lea")
        run = await desk.wait(sent.run_id, 30)
        async with transaction(desk.pool) as conn:
            became.append((run.state, (await of_run(conn, run.id))[-1].result))
    assert became == [
        ("parked", "L-3 by the ruling on L-3"),
        ("parked", "L-2 by the ruling on L-2"),
        ("done", "L-1 by the ruling on L-1"),
    ]


async def test_rulings_at_once_each_reach_their_own_action_once(desk: Desk) -> None:
    graph = ThreeGates().compile(AsyncPostgresSaver(desk.pool))
    desk = dataclasses.replace(desk, workshop=dataclasses.replace(desk.workshop, graphs={"support": graph}))
    sent = await desk.submit("ada@example.com", "Lamps", "Light them all.")
    assert sent.run_id is not None
    async with desk.working():
        assert (await desk.wait(sent.run_id, 30)).state == "parked"
        async with transaction(desk.pool) as conn:
            asked = await approvals.list(conn)
        for approval in reversed(asked):
            await desk.rule(approval.id, Ruling(approve=True), by="lea")
        run = await desk.wait(sent.run_id, 30)
    assert run.state == "done"
    async with transaction(desk.pool) as conn:
        lit = sorted(effect.result or "" for effect in await of_run(conn, run.id))
    assert lit == [f"{lamp} by the ruling on {lamp}" for lamp in LAMPS]
