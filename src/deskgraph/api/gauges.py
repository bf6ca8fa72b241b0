"""What /metrics says of the desk: each gauge, and the rows it is read from when it is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from deskgraph.database import Connection, load

QUERIES = load(__file__)
# Time series of one gauge whose label is a name that people choose: a tool's, a model's.
_NAMES = 50


@dataclass(frozen=True)
class Gauge:
    """A gauge: a sample for each row of its query, with these columns as labels and this one as its value."""

    name: str
    help: str
    query: str
    labels: tuple[str, ...] = ()
    column: str = "value"


GAUGES = (
    Gauge("deskgraph_queue_jobs", "Wake-ups of lanes that no worker has taken yet.", "queue_jobs"),
    Gauge("deskgraph_runs", "Runs by state; those queued are the depth of the queue.", "runs", ("state",)),
    Gauge(
        "deskgraph_oldest_run_age_seconds",
        "Age of the oldest queued run, and how long the oldest parked one has waited; 0 without one.",
        "oldest_run",
        ("state",),
    ),
    Gauge("deskgraph_approvals_pending", "Questions that wait for a person.", "approvals", ("kind",)),
    Gauge("deskgraph_tickets", "Open and waiting tickets by who answers them.", "tickets", ("handling",)),
    Gauge(
        "deskgraph_effects",
        "Effects of the ledger by action and state; unknown: nobody knows whether it happened.",
        "effects",
        ("action", "state"),
    ),
    Gauge("deskgraph_workers_alive", "Workers seen within the time of a lease.", "workers"),
    Gauge(
        "deskgraph_spend_input_tokens",
        "Tokens that models read, since it is kept.",
        "spend",
        ("model",),
        "input",
    ),
    Gauge(
        "deskgraph_spend_output_tokens",
        "Tokens that models wrote, since it is kept.",
        "spend",
        ("model",),
        "output",
    ),
    Gauge(
        "deskgraph_spend_dollars",
        "US dollars that models cost, where a price is known.",
        "spend",
        ("model",),
        "cost",
    ),
    Gauge(
        "deskgraph_spend_unpriced_tokens",
        "Tokens of models without a known price: their dollars are missing above.",
        "spend",
        ("model",),
        "unpriced",
    ),
)
DATABASE_UP = ("deskgraph_database_up", "Whether the database answered this request in time: 1 or 0.")
STREAMS = ("deskgraph_streams_open", "Event streams that this process has open.")

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


async def rows(conn: Connection, lease_seconds: float) -> Rows:
    """What each query of the gauges gives now."""
    found = {}
    for query in dict.fromkeys(gauge.query for gauge in GAUGES):
        cursor = await conn.execute(QUERIES[query], {"names": _NAMES, "seconds": lease_seconds})
        found[query] = await cursor.fetchall()
    return found


def exposed(found: Rows | None, streams: int) -> bytes:
    """The gauges in Prometheus' text format; without rows only what needs no database."""
    metrics = [_family(gauge, found[gauge.query]) for gauge in GAUGES] if found else []
    up = GaugeMetricFamily(*DATABASE_UP, value=float(found is not None))
    registry = CollectorRegistry()
    registry.register(_Read([up, GaugeMetricFamily(*STREAMS, value=streams), *metrics]))
    return generate_latest(registry)


class _Read(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _family(gauge: Gauge, found: Sequence[Mapping[str, Any]]) -> Metric:
    family = GaugeMetricFamily(gauge.name, gauge.help, labels=gauge.labels)
    for row in found:
        if row[gauge.column] is not None:
            family.add_metric([str(row[label]) for label in gauge.labels], float(row[gauge.column]))
    return family
