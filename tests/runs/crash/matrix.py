"""Every route, killed at every place that it passes: the places are those of an undisturbed run, so that a new node or
a new statement is a new row of its own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from .cell import Ended, killed, undisturbed
from .ground import FORKS, Ground
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
    with ProcessPoolExecutor(PARALLEL, mp_context=FORKS) as workers:
        whole = [(route, workers.submit(_undisturbed, ground, route)) for route in routes]
        cells: list[Cell] = []
        doing = {}
        for route, future in whole:
            ended, places, why = future.result()
            cells += [Cell(route.name, "undisturbed", Verdict("WRONG", tuple(why)))] if why else []
            for place in places[::every]:
                doing[workers.submit(killed, ground, route, place)] = (route, place, ended)
        for future_end in as_completed(doing):
            route, place, ended = doing[future_end]
            assert ended.seen is not None
            cells.append(Cell(route.name, place, judge(ended.seen, future_end.result())))
    order = {(route.name, place): number for number, (route, place, _) in enumerate(doing.values())}
    return sorted(cells, key=lambda cell: order.get((cell.route, cell.place), -1))


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
    # A place that is there by chance cannot be asked for.
    return first, [place for place in places if place in again], why


def show(cells: Sequence[Cell], console: Console) -> bool:
    """Print what is wrong, then each route by what its cells showed; whether nothing is wrong."""
    for cell in cells:
        for why in cell.verdict.why:
            console.print(f"[bold]{cell.route}, {cell.place}[/]: {why}", highlight=False)
    table = Table(
        "route",
        "boundaries",
        "same",
        "unknown: it happened",
        "unknown: it did not",
        "WRONG",
        title="Killed at",
    )
    for name in dict.fromkeys(cell.route for cell in cells):
        table.add_row(name, *map(str, _counts([cell for cell in cells if cell.route == name])))
    table.add_section()
    table.add_row("all", *map(str, _counts(cells)))
    console.print(_windows(cells))
    console.print(table)
    return all(cell.verdict.word != "WRONG" for cell in cells)


def _counts(cells: Sequence[Cell]) -> Iterator[int]:
    yield len(cells)
    for word, settled in (
        ("same", ""),
        ("unknown", "it happened"),
        ("unknown", "it did not"),
        ("WRONG", None),
    ):
        yield sum(cell.verdict.word == word and settled in (None, cell.verdict.settled) for cell in cells)


def _windows(cells: Sequence[Cell]) -> Table:
    """Where an outcome was unknown: only between claim and settlement."""
    table = Table("place", "settled as", "routes", title="Outcome unknown, asked and settled")
    unknown = [cell for cell in cells if cell.verdict.word == "unknown"]
    for place, settled in dict.fromkeys((cell.place, cell.verdict.settled) for cell in unknown):
        here = [cell.route for cell in unknown if (cell.place, cell.verdict.settled) == (place, settled)]
        table.add_row(place, settled, ", ".join(here))
    return table
