"""A desk on real PostgreSQL whose paid model is a loopback server that says what a test tells it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.settings import Settings

from .paid_model import PaidModel, serving
from .shop import Done, shop


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Iterator[PaidModel]:
    with serving(PaidModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        yield model


@pytest.fixture
def done() -> Done:
    return Done()


@pytest.fixture
async def desk(settings: Settings, paid: PaidModel, done: Done) -> AsyncIterator[Desk]:
    name = "openai-chat:scripted"
    chosen = settings.model_copy(
        update={
            "routing_model": name,
            "writing_model": name,
            "reviewing_model": name,
            "support_share": 0.0,
            "tool_timeout": 0.5,
        }
    )
    async with open_desk(chosen, packs=[shop(done)]) as opened:
        await opened.library.add_text(
            source="lamps.md",
            title="Lamps",
            body="# Lamps\n\n## Burning time\n\nA lamp burns for nine hours on one filling of oil.\n",
        )
        yield opened
