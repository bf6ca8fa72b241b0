"""A desk whose only graph is the five nodes and whose only model is the scripted one."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from pydantic import SecretStr
from pydantic_ai.models import Model

from deskgraph.agents import RunContext
from deskgraph.bench.five import FiveNodes, ScriptedModel
from deskgraph.bootstrap import SUPPORT, Desk, open_desk
from deskgraph.graphs import Portal
from deskgraph.graphs.request import read_request
from deskgraph.graphs.send import Clearance, send
from deskgraph.graphs.state import Draft
from deskgraph.models.make import Models
from deskgraph.settings import Settings

TEXT = "Where is my parcel? I ordered it last week and nobody told me when it comes."


class OneModel(Models):
    """One model under every name."""

    def __init__(self, settings: Settings, model: Model) -> None:
        super().__init__(settings)
        self._one = model

    def model(self, name: str) -> Model:
        return self._one


@asynccontextmanager
async def measured_desk(settings: Settings, url: str, model: ScriptedModel) -> AsyncIterator[Desk]:
    """A desk on the database of this address."""
    settings = settings.model_copy(update={"database_url": SecretStr(url)})
    async with open_desk(settings) as desk:
        graph = FiveNodes(read_request, _sent).compile(AsyncPostgresSaver(desk.pool))
        shop = dataclasses.replace(
            desk.workshop, graphs={SUPPORT: graph}, models=OneModel(desk.settings, model)
        )
        yield dataclasses.replace(desk, workshop=shop)


async def _sent(context: RunContext, draft: Draft) -> None:
    await send(context, Portal(), draft, Clearance(text=draft.text, held=False, approval=None))


async def hand_in(desk: Desk, count: int, mark: str) -> list[int]:
    """So many tickets with one message each; gives the runs."""
    taken = [await desk.submit(f"{mark}{number}@example.com", "Parcel", TEXT) for number in range(count)]
    return [each.run_id for each in taken if each.run_id is not None]
