"""The program on a fresh database, with a scripted model behind a loopback address."""

from collections.abc import Iterator

import pytest

from tests.graphs.paid_model import PaidModel, serving


@pytest.fixture
def paid(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PaidModel]:
    with serving(PaidModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        monkeypatch.setenv("DESKGRAPH_DATABASE_URL", database_url)
        monkeypatch.setenv("DESKGRAPH_PACKS", "tests.cli.lamps")
        # The scripted model says what it is told, and not what an article holds.
        monkeypatch.setenv("DESKGRAPH_SUPPORT_SHARE", "0")
        for purpose in ("ROUTING", "WRITING", "REVIEWING"):
            monkeypatch.setenv(f"DESKGRAPH_{purpose}_MODEL", "openai-chat:scripted")
        yield model
