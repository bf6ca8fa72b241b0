"""The builtin model for tests: one encoder a process, and its examples embedded once."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.minilm import MiniLM
from deskgraph.prompts import Quoted, Section, read, write, write_passage
from deskgraph.settings import Settings

Prompt = Callable[..., Reading]


@pytest.fixture(scope="session")
def encoder() -> MiniLM:
    return MiniLM(threads=1)


@pytest.fixture(scope="session")
def mind(encoder: MiniLM, tmp_path_factory: pytest.TempPathFactory) -> Mind:
    return Mind(Settings(home=tmp_path_factory.mktemp("home"), database_url=None), encoder)


@pytest.fixture(scope="session")
def prompt() -> Prompt:
    """A prompt as the agents write it, read back: `prompt("text", turns=[("agent", "..")], tools=[...])`."""
    return _prompt


def _prompt(
    request: str = "",
    *,
    by: str = "customer",
    subject: str = "",
    turns: list[tuple[str, str]] | None = None,
    tools: list[Section] | None = None,
    passages: Mapping[int, str] | None = None,
    sections: list[Section] | None = None,
) -> Reading:
    written = [
        *(tools or []),
        *(write_passage(Quoted(key, "", "", text)) for key, text in (passages or {}).items()),
        Section("subject", subject),
        *(
            Section("turn", text, labels={"author": author, "lane": "customer"})
            for author, text in turns or []
        ),
        Section("request", request, labels={"from": by}),
        *(sections or []),
    ]
    return Reading(tuple(read(write(written))))


@pytest.fixture
def keyless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    """Settings of a machine where no provider's key is set."""
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GROQ_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    return Settings(home=tmp_path, database_url=None)
