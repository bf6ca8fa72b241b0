"""What it costs that no run is lost: the whole path beside a bare loop, in flight, over a long ticket, after a kill."""

from deskgraph.bench.bare import bare_rate
from deskgraph.bench.counting import SERVER_OPTIONS, count_statements, database_figures
from deskgraph.bench.five import ScriptedModel
from deskgraph.bench.recovery import recovery_seconds
from deskgraph.bench.shop import measured_desk
from deskgraph.bench.whole import Drained, drained, flying_rate, message_ratio
from deskgraph.bootstrap import Desk
from deskgraph.database import database
from deskgraph.settings import Settings

CONCURRENCIES = (1, 8, 32)
_RUNS = 200
_MODEL_SECONDS = 2.0
_BACKLOG = 1200
Figures = dict[str, float | None]


async def run_figures(settings: Settings) -> Figures:
    """The figures of docs/reference/figures.md under `runs`; one server, one process, one after another."""
    found: Figures = {}
    async with database(settings, options=SERVER_OPTIONS) as url:
        async with measured_desk(settings, url, ScriptedModel()) as desk:
            found |= await _beside_bare_loop(desk)
            found["message_300_ratio"] = await message_ratio(desk)
        for flying in (100, 300):
            async with measured_desk(settings, url, ScriptedModel(_MODEL_SECONDS)) as desk:
                found |= await _in_flight(desk, flying)
        found["recovery_seconds"] = await recovery_seconds(settings, url)
        async with measured_desk(settings, url, ScriptedModel()) as desk:
            await count_statements(desk)
        async with measured_desk(settings, url, ScriptedModel()) as desk:
            found |= await database_figures(desk, _RUNS)
    return found


async def _beside_bare_loop(desk: Desk) -> Figures:
    """Both at their best; each concurrency of the one is measured beside that of the other, for a machine that slows
    down in the middle."""
    await drained(desk, 8, 30)
    whole: list[Drained] = []
    shared: list[float] = []
    own: list[float] = []
    for concurrency in CONCURRENCIES:
        whole.append(await drained(desk, concurrency, _RUNS))
        shared.append(await bare_rate(desk, concurrency, _RUNS, shared=True))
        own.append(await bare_rate(desk, concurrency, _RUNS, shared=False))
    best = max(whole, key=lambda each: each.rate)
    return {
        "runs_per_second": best.rate,
        "run_cpu_ms": best.cpu_ms,
        "bare_shared_saver_per_second": max(shared),
        "bare_saver_a_run_per_second": max(own),
        "bare_ratio": best.rate / max(*shared, *own),
    }


async def _in_flight(desk: Desk, flying: int) -> Figures:
    """One worker; the ideal is that nothing but the model takes time."""
    await drained(desk, 8, 8)
    rate = await flying_rate(desk, flying, _BACKLOG)
    return {
        f"in_flight_{flying}_per_second": rate,
        f"in_flight_{flying}_ratio": rate * _MODEL_SECONDS / flying,
    }
