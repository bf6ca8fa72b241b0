"""Figures, their goals, and the benches that give them."""

import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from deskgraph.bench.durable import run_figures
from deskgraph.bench.routes import route_figures
from deskgraph.bench.startup import startup_figures
from deskgraph.settings import Settings

BENCHES: Mapping[str, Callable[[Settings], Awaitable[dict[str, float | None]]]] = {
    "startup": startup_figures,
    "routes": route_figures,
    "runs": run_figures,
}

# A figure without a goal is only told.
AT_MOST: Mapping[str, float] = {
    "help_seconds": 0.5,
    "serve_ready_seconds": 3.0,
    "message_300_ratio": 1.15,
    "recovery_seconds": 10.0,
}
AT_LEAST: Mapping[str, float] = {"bare_ratio": 0.7, "in_flight_100_ratio": 0.9}


@dataclass(frozen=True)
class Figure:
    """One measured number; its name ends in its unit. It may have a goal: a number it must not exceed, or reach."""

    name: str
    value: float | None
    at_most: float | None = None
    at_least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it was measured and reaches its goal, if it has one."""
        if self.value is None:
            return False
        low = self.at_most is None or self.value <= self.at_most
        return low and (self.at_least is None or self.value >= self.at_least)

    @property
    def goal(self) -> str:
        """In words; empty without one."""
        if self.at_most is not None:
            return f"at most {self.at_most:g}"
        return "" if self.at_least is None else f"at least {self.at_least:g}"


async def measure(settings: Settings, names: tuple[str, ...] = tuple(BENCHES)) -> list[Figure]:
    """Run these benches, each on a throw-away database of its own; the settings' other choices count."""
    found: dict[str, float | None] = {}
    for name in names:
        with tempfile.TemporaryDirectory(prefix="deskgraph-bench-", ignore_cleanup_errors=True) as home:
            throw_away = settings.model_copy(update={"home": Path(home), "database_url": None})
            found |= await BENCHES[name](throw_away)
    return [Figure(name, value, AT_MOST.get(name), AT_LEAST.get(name)) for name, value in found.items()]
