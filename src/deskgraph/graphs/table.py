"""The table of who writes and who reads each field of a graph's state, made from the nodes' declarations."""

from deskgraph.graphs.base import BaseGraph


def fields_table(graph: BaseGraph) -> str:
    """A Markdown table, a row a field: its reducer, the nodes that write it, the nodes that read it."""
    declared = graph.declarations()
    rows = ["| field | reducer | written by | read by |", "|---|---|---|---|"]
    for field, info in graph.state.model_fields.items():
        reducers = [part.__name__ for part in info.metadata if callable(part)]
        writers = [f"`{name}`" for name, node in declared.items() if field in node.writes]
        readers = [f"`{name}`" for name, node in declared.items() if field in node.reads]
        cells = (f"`{field}`", f"`{reducers[0]}`" if reducers else "", ", ".join(writers), ", ".join(readers))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def destinations_table(graph: BaseGraph) -> str:
    """A Markdown table, a row a node: where its signature says it may lead."""
    rows = ["| node | leads to |", "|---|---|"]
    for name, running in graph.nodes().items():
        rows.append(f"| `{name}` | {', '.join(f'`{target}`' for target in running.destinations)} |")
    for inner in graph.subgraphs().values():
        rows.extend(destinations_table(inner.graph).splitlines()[2:])
    return "\n".join(rows)
