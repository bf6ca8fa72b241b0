"""What a decision cost: by the setting `prices`, then by the published prices that pydantic-ai knows."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from deskgraph.settings import BUILTIN, Settings

if TYPE_CHECKING:
    from pydantic_ai import RunUsage
    from pydantic_ai.models import Model

_MILLION = 1_000_000


class Price(NamedTuple):
    """US dollars for a million tokens."""

    input: Decimal
    output: Decimal


def cost_of(name: str, usage: "RunUsage", settings: Settings) -> Decimal | None:
    """US dollars; None where it is not known, be it the price or (from some servers) the tokens."""
    if name == BUILTIN:
        return Decimal(0)
    own = _own_price(name, settings)
    if own is not None and not any(own):
        return Decimal(0)
    if usage.unmeasured_requests:
        return None
    if own is not None:
        return (own.input * usage.input_tokens + own.output * usage.output_tokens) / _MILLION
    return usage.cost


def has_price(name: str, model: "Model", settings: Settings) -> bool:
    """Whether what this model costs will be known."""
    return name == BUILTIN or _own_price(name, settings) is not None or _is_published(model)


def _own_price(name: str, settings: Settings) -> Price | None:
    return next((price for priced, price in _own_prices(settings) if priced == name), None)


def _own_prices(settings: Settings) -> Iterator[tuple[str, Price]]:
    for entry in settings.prices:
        name, _, price = entry.rpartition("=")
        given, _, made = price.partition("/")
        yield name, Price(Decimal(given), Decimal(made))


def _is_published(model: "Model") -> bool:
    """Looked up as pydantic-ai will: by the server's address, which tells resellers apart, then by the provider."""
    from genai_prices import Usage, calc_price

    one = Usage(input_tokens=1, output_tokens=1)
    for place in ({"provider_api_url": model.base_url}, {"provider_id": model.system}):
        try:
            calc_price(one, model.model_name, **place)
        except LookupError:
            continue
        return True
    return False
