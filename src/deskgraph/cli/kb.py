"""The knowledge base."""

from pathlib import Path

import click

from deskgraph.cli.door import WORDS, asynchronous, open_desk
from deskgraph.cli.output import notice, one_line, put, table


@click.group
def kb() -> None:
    """The knowledge base."""


@kb.command
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--visibility",
    type=click.Choice(("customer", "team")),
    default="customer",
    show_default=True,
    help="Who may be told what they hold.",
)
@asynchronous
async def add(paths: tuple[Path, ...], visibility: str) -> int:
    """Add articles in Markdown, files or folders. What did not change is left as it is."""
    async with open_desk() as desk:
        report = await desk.library.add(paths, visibility="team" if visibility == "team" else "customer")
    broken = [{"path": str(path), "why": why} for path, why in report.broken]
    flagged = [
        {"path": each.source, "passages": each.passages, "kinds": list(each.kinds)} for each in report.flagged
    ]
    counts = {
        "added": report.added,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
    }
    put(
        {**counts, "broken": broken, "flagged": flagged},
        ", ".join(f"{count} {what}" for what, count in counts.items()) + ".",
    )
    for each in broken:
        notice(f"deskgraph: {each['path']}: {each['why']}")
    for found in report.flagged:
        notice(
            f"deskgraph: {one_line(found.source, 200)}: {found.passages} of its passages look written to steer"
            f" a machine ({', '.join(found.kinds)}); replies that were shown one wait for a person"
        )
    return 1 if broken else 0


@kb.command
@click.argument("text", type=WORDS)
@click.option(
    "-k", "count", type=click.IntRange(1, 50), default=5, show_default=True, help="How many passages."
)
@click.option("--team", is_flag=True, help="Also what only the team may read.")
@asynchronous
async def search(text: str, count: int, team: bool) -> None:
    """Search the articles as the agent does."""
    async with open_desk() as desk:
        found = await desk.library.search(text, audience="team" if team else "customer", k=count)
        mode = desk.library.mode
    rows = [(f"{hit.score:.2f}", hit.source, hit.title, hit.heading, one_line(hit.text, 70)) for hit in found]
    head = ["score", "source", "title", "heading", "passage"]
    put({"mode": mode, "passages": found}, table(head, rows) if rows else f"Nothing found ({mode} search).")
