"""What a process measures of itself."""

from collections.abc import Iterator

import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from deskgraph.telemetry import measured, measurements, observe_http, observe_model


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    """A process that has measured nothing, before and after."""
    measured._measured.cache_clear()
    yield
    measured._measured.cache_clear()


def counted(name: str, **labels: str) -> float:
    """The sample of this name with these labels; 0 when there is none."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(measurements().decode())
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


def test_a_call_to_a_model_is_counted_by_purpose_name_and_outcome() -> None:
    asked = {"purpose": "routing", "model": "counted", "outcome": "timeout"}
    observe_model("routing", "counted", 0.2, "timeout")
    observe_model("routing", "counted", 0.3, "timeout")
    observe_model("writing", "counted", 0.3, "decided")
    assert counted("deskgraph_model_call_seconds_count", **asked) == 2
    assert counted("deskgraph_model_call_seconds_sum", **asked) == 0.5


def test_a_request_is_counted_by_its_route() -> None:
    observe_http("GET", "/api/tickets/{id}", 200, 0.01)
    assert counted("deskgraph_http_response_seconds_count", route="/api/tickets/{id}", status="200") == 1


def test_names_of_models_beyond_many_are_told_as_one() -> None:
    for number in range(200):
        observe_model("routing", f"one-of-many:{number}", 0.1, "decided")
    assert counted("deskgraph_model_call_seconds_count", model="one-of-many:199") == 0
    assert counted("deskgraph_model_call_seconds_count", model="other") == 150


def test_nothing_of_it_stands_in_the_registry_that_a_process_shares() -> None:
    observe_model("routing", "builtin", 0.1, "decided")
    assert not [family.name for family in REGISTRY.collect() if family.name.startswith("deskgraph")]
