"""The application over a desk on real PostgreSQL, called as a program on this machine calls it."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from deskgraph.asgi import make_app
from deskgraph.bootstrap import Desk, open_desk
from deskgraph.settings import Settings
from tests.graphs.paid_model import PaidModel, serving
from tests.graphs.shop import Done, shop

ORIGIN = "http://127.0.0.1:8000"


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Iterator[PaidModel]:
    with serving(PaidModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        yield model


@pytest.fixture
async def desk(settings: Settings, paid: PaidModel) -> AsyncIterator[Desk]:
    name = "openai-chat:scripted"
    models = {"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0}
    chosen = settings.model_copy(update={**models, "body_limit": 400_000})
    async with open_desk(chosen, packs=[shop(Done())]) as opened:
        yield opened


@pytest.fixture
async def http(desk: Desk) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(make_app(desk), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield client
