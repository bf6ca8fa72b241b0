"""Settings as people write them in an environment."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from deskgraph.settings import Settings


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No `.env` of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)


def test_packs_are_names_divided_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_PACKS", "shop.desk, deskgraph.demo,")
    assert Settings().packs == ("shop.desk", "deskgraph.demo")


def test_one_pack_needs_no_comma_and_none_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_PACKS", "deskgraph.demo")
    assert Settings().packs == ("deskgraph.demo",)
    monkeypatch.setenv("DESKGRAPH_PACKS", "")
    assert Settings().packs == ()


def test_a_setting_that_is_left_empty_is_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "PORT", "ROUTING_MODEL"):
        monkeypatch.setenv(f"DESKGRAPH_{name}", "")
    found = Settings()
    assert (found.database_url, found.port, found.routing_model) == (None, 8000, "builtin")


def test_a_file_named_env_is_read_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("DESKGRAPH_PORT=8100\nDESKGRAPH_HOST=::1\n")
    monkeypatch.setenv("DESKGRAPH_PORT", "8200")
    assert (Settings().port, Settings().host) == (8200, "::1")


def test_a_bound_that_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_RECURSION_LIMIT", "0")
    with pytest.raises(ValidationError, match="recursion_limit"):
        Settings()
