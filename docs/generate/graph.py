"""The page of the support graph: its pictures, its nodes' destinations, who writes and who reads each field."""

from deskgraph.bootstrap import draw, drawable
from deskgraph.graphs import SupportGraph
from deskgraph.graphs.table import destinations_table, fields_table
from docs.generate.tables import GENERATED


def graph_page() -> str:
    """The page, made from the graph that runs."""
    graphs, graph = drawable(), SupportGraph()
    return f"""# The graph `support`

{GENERATED}

Drawn from the compiled graph. With its subgraphs closed:

```mermaid
{draw(graphs, "support", boxes=True).strip()}
```

With its subgraphs open:

```mermaid
{draw(graphs, "support", boxes=False).strip()}
```

## Where each node leads

A node's signature is its edges: `-> Command[Literal[...]]`.

{destinations_table(graph)}

## Who writes and who reads

From the nodes' declarations. A node that reads or writes another field is stopped, and a field that is read and never
written fails a test. `keep_latest` keeps what was written last; the other two reducers gather.

{fields_table(graph)}
"""
