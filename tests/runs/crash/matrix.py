"""Every route, killed at every place that it passes: the places are those of an undisturbed run, so that a new node or
a new statement is a new row of its own."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track

from .cell import PARKED, Ended, killed, undisturbed
from .forks import aside
from .ground import Ground
from .places import COMMITTED
from .routes import Route
from .seen import differences
from .verdict import Verdict, judge

# Cells wait for a lease to run out for most of their time.
PARALLEL = 5


@dataclass(frozen=True)
class Cell:
    """One row: a route, the place of the kill, and what it showed."""

    route: str
    place: str
    verdict: Verdict


def work(ground: Ground, routes: Sequence[Route], every: int = 1) -> list[Cell]:
    """All cells of these routes, or each so manieth."""
    with aside(ground.home, PARALLEL) as workers:
        whole = [(route, workers.submit(_undisturbed, ground, route)) for route in routes]
        cells: list[Cell] = []
        doing = {}
        for route, future in whole:
            ended, places, why = future.result()
            cells += [Cell(route.name, "undisturbed", Verdict("WRONG", tuple(why)))] if why else []
            for place in places[::every]:
                doing[workers.submit(killed, ground, route, place)] = (route, place, ended)
        for done in _told(as_completed(doing), len(doing)):
            route, place, ended = doing[done]
            assert ended.seen is not None
            cells.append(Cell(route.name, place, judge(ended.seen, done.result())))
    order = {(route.name, place): number for number, (route, place, _) in enumerate(doing.values())}
    return sorted(cells, key=lambda cell: order.get((cell.route, cell.place), -1))


def _told(done: Iterator[Future[Ended]], total: int) -> Iterable[Future[Ended]]:
    """How far it is, for whoever looks at a terminal."""
    console = Console(stderr=True)
    return track(done, "Cells", total=total, console=console, transient=True, disable=not console.is_terminal)


def _undisturbed(ground: Ground, route: Route) -> tuple[Ended, list[str], list[str]]:
    """A route's undisturbed end, its places, and what is wrong already: it must end as it says, and twice alike."""
    first, places = undisturbed(ground, route)
    second, again = undisturbed(ground, route)
    if first.seen is None or second.seen is None:
        return first, [], [first.stuck or second.stuck]
    why = differences(first.seen, second.seen)
    # The run of the route's own text: what came before it was there when the worker began.
    ended = next(run for run in first.seen.runs if run["lane"].endswith(route.lane))
    if (ended["state"], ended["outcome"]) != ("done", route.outcome):
        why.append(f"its run is {ended['state']}, {ended['outcome']}: {ended['reason']}")
    # A place that is passed by chance cannot be asked for.
    return first, [place for place in distinct(places) if place in again], why


def distinct(places: Sequence[str]) -> list[str]:
    """Without the commits that are followed by another place of the run at once: nothing lies between the two."""
    after = [*places[1:], ""]
    return [
        place
        for place, following in zip(places, after, strict=True)
        if not place.startswith(COMMITTED) or not following or following.startswith((COMMITTED, PARKED))
    ]
