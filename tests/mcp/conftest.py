"""A shop's MCP server, and a desk that uses it while a paid model says what a test tells it to."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from deskgraph.bootstrap import Desk, open_desk
from deskgraph.settings import Settings
from tests.graphs.paid_model import PaidModel, serving

from .servers import Shop, by_command, free_port, over_http, using

RULES: dict[str, Any] = {
    "get_order": {"policy": "read_only", "holds": "public"},
    "get_orders": {"policy": "read_only", "fill": {"email": "customer_email", "customer": "customer_id"}},
    "close_account": {"fill": {"email": "customer_email", "key": "idempotency_key"}},
    "cancel_order": {"approver": {"role": "staff", "limit": {"argument": "amount", "most": 100}}},
}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder of a server process that is the test's own."""
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    port = free_port()
    shop = Shop(f"http://127.0.0.1:{port}/mcp", tmp_path_factory.mktemp("listening"))
    with over_http(shop.state, port):
        yield shop


@pytest.fixture
def shop(listening: Shop) -> Shop:
    """One server for all tests that do not end it and do not change its tools. It has done nothing yet."""
    (listening.state / "log").unlink(missing_ok=True)
    return listening


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Iterator[PaidModel]:
    with serving(PaidModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        yield model


@pytest.fixture
def chosen(settings: Settings, tmp_path: Path, paid: PaidModel, request: pytest.FixtureRequest) -> Settings:
    """Settings that name the shop: a process of the test's own if it asks for `state`, else the one for all."""
    if "state" in request.fixturenames:
        entry = by_command(request.getfixturevalue("state"), tools=RULES)
    else:
        entry = {"url": request.getfixturevalue("shop").url, "tools": RULES}
    name = "openai-chat:scripted"
    models = {"routing_model": name, "writing_model": name, "reviewing_model": name, "support_share": 0.0}
    return using(settings, tmp_path, shop=entry).model_copy(update=models)


@pytest.fixture
async def door(chosen: Settings) -> AsyncIterator[Desk]:
    """Another process's view: the same database and file, and nothing connected."""
    async with open_desk(chosen) as opened:
        yield opened


@pytest.fixture
async def desk(chosen: Settings) -> AsyncIterator[Desk]:
    """A desk with a worker, which is connected."""
    async with open_desk(chosen) as opened, opened.working():
        yield opened
