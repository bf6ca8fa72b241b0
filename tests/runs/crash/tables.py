"""What is printed, last: the matrix by route, where outcomes were unknown, and the figures of the storm."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from .matrix import Cell
from .storm import Stormed


def show_cells(cells: Sequence[Cell], seconds: float, console: Console) -> bool:
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
        title=f"Killed at every boundary, {seconds:.0f} s",
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


def show_storm(stormed: Stormed, console: Console) -> bool:
    """Print what is wrong, then the figures; whether nothing is wrong."""
    wrong = stormed.wrong()
    for each in wrong:
        console.print(each, highlight=False)
    table = Table("figure", "value", title=f"Killed at random, seed {stormed.seed}, {stormed.seconds:.0f} s")
    for name, value in figures(stormed).items():
        table.add_row(name, str(value))
    console.print(table)
    return not wrong


def figures(stormed: Stormed) -> dict[str, int]:
    """Each figure by its name."""
    reckoning = stormed.reckoning
    return {
        "kills": stormed.kills,
        "tickets": reckoning.tickets,
        "messages": reckoning.messages,
        "runs": reckoning.runs,
        "effects": reckoning.effects,
        "lost": len(reckoning.lost),
        "doubled": len(reckoning.doubled),
        "ended otherwise": len(reckoning.otherwise),
        "effects open at a kill": len(stormed.open_at_kills),
        "unknown outcomes asked about": len(reckoning.settled),
        "of them, it had happened": sum(reckoning.settled.values()),
    }
