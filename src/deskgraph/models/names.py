"""Purposes and the names that fill them: a run's override, then the stored setting, then the environment.

A purpose may have a fallback, under the key `routing_fallback` and so on; it is asked when the first model is away.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Literal, cast, get_args

from deskgraph.errors import UnknownModel, UnknownPurpose
from deskgraph.models.keys import check_key
from deskgraph.settings import BUILTIN, Settings

Purpose = Literal["routing", "writing", "reviewing"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


def choose(
    settings: Settings, stored: Mapping[str, str], override: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The model's name for each purpose, and for the fallback of each that has one.

    Raises UnknownPurpose for a purpose that does not exist, UnknownModel for a name no provider has (with the
    nearest one that exists), PlaceholderKey when the provider's key is missing or was never filled in.
    """
    for source in (stored, override or {}):
        for purpose in source:
            _check_purpose(purpose)
    keys = (*PURPOSES, *map(fallback_key, PURPOSES))
    chosen = {key: name for key in keys if (name := _first(key, override or {}, stored, settings))}
    for name in dict.fromkeys(chosen.values()):
        check_name(name)
    return chosen


def fallback_key(purpose: Purpose) -> str:
    """Under which a run's models name the fallback of a purpose."""
    return f"{purpose}_fallback"


def candidates(names: Mapping[str, str], purpose: Purpose) -> list[str]:
    """The models that a run may ask for a purpose, in their order, each once."""
    named = (names[purpose], names.get(fallback_key(purpose)))
    return list(dict.fromkeys(name for name in named if name))


def check_name(name: str) -> None:
    """Raise UnknownModel or PlaceholderKey unless a model of this name can be made."""
    if name == BUILTIN:
        return
    provider, _, model = name.partition(":")
    if not model:
        raise _unknown(name)
    from pydantic_ai.providers import infer_provider_class

    try:
        infer_provider_class(provider)
    except ValueError:
        raise _unknown(name) from None
    except ImportError as error:
        raise UnknownModel(f"The model {name!r} needs a package that is missing.", str(error)) from error
    check_key(provider)


def _check_purpose(purpose: str) -> None:
    if purpose.removesuffix("_fallback") not in PURPOSES:
        raise UnknownPurpose(f"There is no purpose {purpose!r}.", f"The purposes are {', '.join(PURPOSES)}.")


def _first(key: str, override: Mapping[str, str], stored: Mapping[str, str], settings: Settings) -> str:
    environment = cast("str | None", getattr(settings, f"{key}_model"))
    return (override.get(key) or stored.get(key) or environment or "").strip()


def _unknown(name: str) -> UnknownModel:
    """With the nearest name: the same model of a provider that exists, else a model that is known."""
    from pydantic_ai.models import known_model_names

    known = [BUILTIN, *known_model_names()]
    provider, _, model = name.partition(":")
    providers = sorted({other.partition(":")[0] for other in known[1:]})
    if model and (meant := get_close_matches(provider, providers, n=1, cutoff=0.75)):
        return UnknownModel(f"There is no model {name!r}.", f"Did you mean {meant[0] + ':' + model!r}?")
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    nearest = f"Did you mean {near[0]!r}?" if near else "A name is `builtin` or `provider:model`."
    return UnknownModel(f"There is no model {name!r}.", nearest)
