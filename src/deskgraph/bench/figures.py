"""Figures, their goals, and the benches that give them."""

import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from deskgraph.bench.routes import route_figures
from deskgraph.bench.startup import startup_figures
from deskgraph.settings import Settings

BENCHES: Mapping[str, Callable[[Settings], Awaitable[dict[str, float | None]]]] = {
    "startup": startup_figures,
    "routes": route_figures,
}

# Seconds. A figure without a goal is only told.
GOALS: Mapping[str, float] = {"help_seconds": 0.5, "serve_ready_seconds": 3.0}


@dataclass(frozen=True)
class Figure:
    """One measured number; its name ends in its unit. `goal` is what it must not exceed."""

    name: str
    value: float | None
    goal: float | None = None

    @property
    def holds(self) -> bool:
        return self.value is not None and (self.goal is None or self.value <= self.goal)


async def measure(settings: Settings, names: tuple[str, ...] = tuple(BENCHES)) -> list[Figure]:
    """Run these benches, each on a throw-away database of its own; the settings' other choices count."""
    found: dict[str, float | None] = {}
    for name in names:
        with tempfile.TemporaryDirectory(prefix="deskgraph-bench-", ignore_cleanup_errors=True) as home:
            throw_away = settings.model_copy(update={"home": Path(home), "database_url": None})
            found |= await BENCHES[name](throw_away)
    return [Figure(name, value, GOALS.get(name)) for name, value in found.items()]
