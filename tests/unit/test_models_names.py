"""Which model fills a purpose: the override, then the stored setting, then the environment; and what is refused."""

import subprocess
import sys

import pytest
from pydantic_ai.models.anthropic import AnthropicModel

from deskgraph.errors import PlaceholderKey, UnknownModel, UnknownPurpose
from deskgraph.models import candidates, choose
from deskgraph.models.builtin import BuiltinModel
from deskgraph.models.make import Models
from deskgraph.models.readable import Readable
from deskgraph.settings import Settings

_REAL = "sk-ant-api03-Zm9yIGEgdGVzdCBvbmx5"
_CLAUDE = "anthropic:claude-sonnet-4-5"


def test_without_a_choice_every_purpose_is_filled_by_the_builtin_model(keyless: Settings) -> None:
    assert choose(keyless, {}) == {"routing": "builtin", "writing": "builtin", "reviewing": "builtin"}


def test_an_override_goes_before_the_stored_setting_and_that_before_the_environment(
    keyless: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", _REAL)
    settings = keyless.model_copy(update={"routing_model": _CLAUDE, "writing_model": _CLAUDE})
    chosen = choose(settings, {"writing": "builtin", "reviewing": _CLAUDE}, {"reviewing": "builtin"})
    assert chosen == {"routing": _CLAUDE, "writing": "builtin", "reviewing": "builtin"}


def test_a_fallback_is_named_where_there_is_one(keyless: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", _REAL)
    settings = keyless.model_copy(
        update={
            "routing_model": _CLAUDE,
            "routing_fallback_model": "builtin",
            "writing_fallback_model": _CLAUDE,
        }
    )
    chosen = choose(settings, {"reviewing_fallback": _CLAUDE}, {"writing_fallback": "builtin"})
    assert chosen == {
        "routing": _CLAUDE,
        "writing": "builtin",
        "reviewing": "builtin",
        "routing_fallback": "builtin",
        "writing_fallback": "builtin",
        "reviewing_fallback": _CLAUDE,
    }
    assert candidates(chosen, "routing") == [_CLAUDE, "builtin"]
    assert candidates(chosen, "writing") == ["builtin"], "a model does not stand in for itself"


def test_a_fallback_that_does_not_exist_is_refused(keyless: Settings) -> None:
    with pytest.raises(UnknownModel, match="Did you mean 'builtin'"):
        choose(keyless.model_copy(update={"routing_fallback_model": "bulitin"}), {})


@pytest.mark.parametrize("where", ["stored", "override"])
def test_a_purpose_that_does_not_exist_is_refused_and_the_real_ones_are_named(
    keyless: Settings, where: str
) -> None:
    given = {"planning": "builtin"}
    with pytest.raises(UnknownPurpose, match="routing, writing, reviewing"):
        choose(keyless, given if where == "stored" else {}, given if where == "override" else {})


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("bulitin", "builtin"),
        ("anthropc:claude-sonnet-4-5", "anthropic:claude-sonnet-4-5"),
        ("qwertz", "A name is `builtin` or `provider:model`"),
        ("anthropic:", "anthropic:"),
    ],
)
def test_an_unknown_model_is_refused_with_the_nearest_name_that_exists(
    keyless: Settings, name: str, nearest: str
) -> None:
    with pytest.raises(UnknownModel, match=nearest):
        choose(keyless, {}, {"routing": name})


@pytest.mark.parametrize(
    "key", ["", " ", "changeme", "sk-...", "sk-", "your-api-key", "YOUR_KEY_HERE", "<key>", "${KEY}", "xxx"]
)
def test_a_key_that_was_never_filled_in_is_refused_before_anything_runs(
    keyless: Settings, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", key)
    with pytest.raises(PlaceholderKey, match="ANTHROPIC_API_KEY"):
        choose(keyless, {}, {"writing": _CLAUDE})


def test_a_missing_key_of_a_model_that_nobody_chose_does_not_matter(keyless: Settings) -> None:
    assert choose(keyless, {})["writing"] == "builtin"


def test_a_model_is_made_once_and_only_when_it_is_chosen(
    keyless: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", _REAL)
    models = Models(keyless)
    assert isinstance(models.model("builtin"), BuiltinModel)
    assert models.model("builtin") is models.model("builtin")
    made = models.model(_CLAUDE)
    assert isinstance(made, Readable)
    assert isinstance(made.wrapped, AnthropicModel)


def test_a_local_server_needs_no_key_of_the_provider_it_speaks_like(
    keyless: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert choose(keyless, {}, {"writing": "openai-chat:any"})["writing"] == "openai-chat:any"


def test_choosing_the_builtin_model_imports_no_provider() -> None:
    code = (
        "import sys; from deskgraph.models import choose; from deskgraph.settings import Settings;"
        "from deskgraph.models.make import Models;"
        "s = Settings(database_url=None); choose(s, {}); Models(s).model('builtin');"
        "print([n for n in ('anthropic', 'openai', 'onnxruntime') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
