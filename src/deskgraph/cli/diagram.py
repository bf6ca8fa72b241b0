"""Drawing the graphs that run."""

from pathlib import Path

import click

from deskgraph.cli.output import put


@click.command
@click.argument("name", required=False)
@click.option("--boxes", is_flag=True, help="Leave subgraphs closed.")
@click.option(
    "-o", "--output", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file."
)
def diagram(name: str | None, boxes: bool, file: Path | None) -> None:
    """Draw a graph as Mermaid text. Without a NAME: list what there is."""
    from deskgraph.bootstrap import draw, drawable

    graphs = drawable()
    if name is None and (boxes or file is not None):
        raise click.UsageError(f"Give the NAME of a graph. There are: {', '.join(sorted(graphs))}.")
    if name is None:
        put(sorted(graphs), "\n".join(sorted(graphs)))
        return
    drawn = draw(graphs, name, boxes=boxes)
    document = {"name": name, "mermaid": drawn}
    if file is None:
        put(document, drawn.rstrip())
    else:
        try:
            file.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise click.FileError(str(file), error.strerror) from None
        put({**document, "file": str(file)}, f"{file}")
