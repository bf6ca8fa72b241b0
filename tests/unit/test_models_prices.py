"""What a decision cost: by our own prices, then by the published ones; never zero because nobody knows."""

from decimal import Decimal

import pytest
from pydantic import ValidationError
from pydantic_ai import RunUsage

from deskgraph.models.make import Models
from deskgraph.models.prices import cost_of, has_price
from deskgraph.settings import Settings

USED = RunUsage(input_tokens=2_000_000, output_tokens=1_000_000, cost=Decimal("9.9"))
OURS = ("openai-chat:mine=0.5/1.5", "openai-chat:free=0/0", "groq:org/model=x=1/2")


@pytest.fixture
def priced(keyless: Settings) -> Settings:
    return keyless.model_copy(update={"prices": OURS})


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("openai-chat:mine", Decimal("2.5")),
        ("openai-chat:free", Decimal(0)),
        ("groq:org/model=x", Decimal(4)),
        ("openai-chat:other", Decimal("9.9")),
        ("builtin", Decimal(0)),
    ],
)
def test_our_price_goes_before_the_published_one(priced: Settings, name: str, cost: Decimal) -> None:
    assert cost_of(name, USED, priced) == cost


def test_without_a_price_or_without_tokens_the_cost_is_not_known(priced: Settings) -> None:
    assert cost_of("openai-chat:other", RunUsage(input_tokens=10), priced) is None
    unsaid = RunUsage(unmeasured_requests=1)
    assert cost_of("openai-chat:mine", unsaid, priced) is None
    assert cost_of("openai-chat:free", unsaid, priced) == 0


def test_a_price_is_known_before_a_model_is_asked(priced: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    models = Models(priced)
    known = {
        name: has_price(name, models.model(name), priced)
        for name in ("openai-chat:mine", "openai-chat:gpt-4o", "openai-chat:unheard-of")
    }
    assert known == {"openai-chat:mine": True, "openai-chat:gpt-4o": True, "openai-chat:unheard-of": False}


@pytest.mark.parametrize("price", ["mine", "mine=1", "mine=1/x", "mine=-1/2", "=1/2", "mine=1/2/3"])
def test_a_price_that_cannot_be_read_is_refused(price: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_PRICES", f"openai-chat:well=1/2, {price}")
    with pytest.raises(ValidationError, match="write `provider:model=INPUT/OUTPUT`"):
        Settings(database_url=None)


def test_prices_are_divided_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_PRICES", "openai-chat:mine=0.5/1.5, anthropic:one=3/15")
    assert Settings(database_url=None).prices == ("openai-chat:mine=0.5/1.5", "anthropic:one=3/15")
