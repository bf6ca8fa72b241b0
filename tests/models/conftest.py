"""Models behind a provider that misbehaves, with bounds so small that a test need not wait."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.models.make import Models
from deskgraph.settings import Settings

from .broken_model import BrokenModel, serving


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrokenModel]:
    with serving(BrokenModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url.removesuffix("/v1"))
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-api03-Zm9yIGEgdGVzdCBvbmx5")
        yield model


@pytest.fixture
def bounds(tmp_path: Path) -> Settings:
    return small(Settings(home=tmp_path, database_url=None))


@pytest.fixture
async def models(bounds: Settings) -> AsyncIterator[Models]:
    made = Models(bounds)
    yield made
    await made.aclose()


def small(settings: Settings, **more: object) -> Settings:
    """The bounds of these tests."""
    bounds: dict[str, object] = {
        "model_timeout": 0.5,
        "model_seconds": 10.0,
        "model_attempts": 3,
        "model_backoff": 0.01,
        "model_wait": 3.0,
        "model_reply_limit": 200_000,
    }
    return settings.model_copy(update=bounds | more)


@pytest.fixture
async def desk(settings: Settings, broken: BrokenModel) -> AsyncIterator[Desk]:
    """A desk whose three purposes are filled by the model `first`."""
    async with opened(settings) as desk:
        yield desk


@asynccontextmanager
async def opened(settings: Settings, **more: object) -> AsyncIterator[Desk]:
    """A desk on these settings, with an article about lamps."""
    name = "openai-chat:first"
    chosen = {"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0}
    async with open_desk(small(settings, **(chosen | more))) as desk:
        text = "# Lamps\n\n## Burning time\n\nA lamp burns for nine hours on one filling of oil.\n"
        await desk.library.add_text(source="lamps.md", title="Lamps", body=text)
        yield desk
