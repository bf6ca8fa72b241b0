"""One decision of a model whose provider fails: how often it is tried, how long, and what is said of it."""

import asyncio
import socket
import tracemalloc
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from deskgraph.agents import Classifier, Request
from deskgraph.decisions import Classification
from deskgraph.errors import ModelAway, ModelFailed
from deskgraph.models.make import Models
from deskgraph.settings import Settings

from .broken_model import BrokenModel, Fault, body, flood, hang_up, reset, silence, status, trickle

SORTED = Classification(category="product", priority="low", reasoning="About a lamp.")
ASKED = Request(asker="customer", subject="Lamps", text="How long does a lamp burn?")
CHAT = "openai-chat:first"
INTERFACES = [CHAT, "openai:first", "anthropic:first"]

PASSING: dict[str, Fault] = {
    "408": status(408),
    "429": status(429),
    "429 without a delay": status(429, {"retry-after": "0"}),
    "429 with a delay that is none": status(429, {"retry-after": "soon"}),
    "500": status(500),
    "502": status(502),
    "503": status(503),
    "529": status(529),
    "a reset in the middle": reset,
    "a connection closed without a word": hang_up,
    "a page of a gateway": body(b"<html>Bad gateway</html>", content_type="text/html"),
    "an empty reply": body(b""),
    "a reply that trickles": trickle,
}
LASTING: dict[str, tuple[Fault, str]] = {
    "400": (status(400), "answered 400 (Bad Request)"),
    "401": (status(401), "answered 401 (Unauthorized)"),
    "403": (status(403), "answered 403 (Forbidden)"),
    "404": (status(404), "answered 404 (Not Found)"),
    "a quota that is used up": (status(429, {"x-should-retry": "false"}), "answered 429 (Too Many Requests)"),
    "a delay longer than the bound": (status(429, {"retry-after": "3600"}), "answered 429"),
    "a delay beyond all numbers": (status(503, {"retry-after": "9" * 400}), "answered 503"),
    "JSON that breaks off": (body(b'{"id": "completion", "cho'), "cannot be read"),
    "JSON of another shape": (body(b'{"hello": "world"}'), "cannot be read"),
    "a list": (body(b"[1, 2]"), "cannot be read"),
    "an error with status 200": (body(b'{"error": {"message": "loading"}}'), "cannot be read"),
    "a reply without end": (flood, "longer than 200000 bytes"),
}


async def decide(models: Models, bounds: Settings, name: str = CHAT) -> Classification:
    return (await Classifier(models.model(name), name, bounds).decide(ASKED)).decision


async def failed(models: Models, bounds: Settings, name: str = CHAT) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        await decide(models, bounds, name)
    assert "sk-secret" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("name", INTERFACES)
@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
async def test_what_passes_by_itself_is_tried_again(
    models: Models, bounds: Settings, broken: BrokenModel, fault: Fault, name: str
) -> None:
    broken.breaks("first", fault)
    broken.says("first", SORTED)
    assert await decide(models, bounds, name) == SORTED
    assert broken.count("first") == 2
    assert broken.all_left()


@pytest.mark.parametrize("name", INTERFACES)
@pytest.mark.parametrize(("fault", "why"), LASTING.values(), ids=LASTING.keys())
async def test_what_will_be_the_same_is_not_tried_again_and_is_told(
    models: Models, bounds: Settings, broken: BrokenModel, fault: Fault, why: str, name: str
) -> None:
    broken.breaks("first", fault, for_good=True)
    error = await failed(models, bounds, name)
    assert isinstance(error, ModelAway)
    assert f"{name} " in error.message
    assert why in error.message
    assert broken.count("first") == 1
    assert broken.all_left()


@pytest.mark.parametrize("name", INTERFACES)
async def test_attempts_end_and_the_last_refusal_is_told(
    models: Models, bounds: Settings, broken: BrokenModel, name: str
) -> None:
    broken.breaks("first", status(429), for_good=True)
    error = await failed(models, bounds, name)
    assert error.message == f"Classifier got no decision: {name} answered 429 (Too Many Requests)."
    assert broken.count("first") == bounds.model_attempts


@pytest.mark.parametrize(
    "name", ["retry-after: a second", "retry-after-ms", "retry-after: a date"], ids=["seconds", "ms", "date"]
)
async def test_a_delay_that_the_provider_asks_for_is_waited(
    models: Models, bounds: Settings, broken: BrokenModel, name: str
) -> None:
    delay = {
        "retry-after: a second": {"retry-after": "1"},
        "retry-after-ms": {"retry-after-ms": "300"},
        "retry-after: a date": {
            "retry-after": format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
        },
    }[name]
    broken.breaks("first", status(429, delay))
    broken.says("first", SORTED)
    assert await decide(models, bounds) == SORTED
    (gap,) = broken.gaps("first")
    assert gap > 0.25, "it came sooner than asked"


async def test_headers_that_do_not_come_are_not_waited_for(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", silence(broken), for_good=True)
    error = await failed(models, bounds)
    assert "gave no whole reply within 0.5 s (DESKGRAPH_MODEL_TIMEOUT)" in error.message
    assert broken.count("first") == bounds.model_attempts


async def test_a_decision_has_a_bound_over_all_its_attempts(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", silence(broken), for_good=True)
    error = await failed(models, bounds.model_copy(update={"model_seconds": 0.7}))
    assert isinstance(error, ModelAway)
    assert "took longer than 0.7 s (DESKGRAPH_MODEL_SECONDS)" in error.message
    assert broken.count("first") == 2


async def test_a_server_that_is_not_there_is_told(
    bounds: Settings, broken: BrokenModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
    models = Models(bounds)
    error = await failed(models, bounds)
    await models.aclose()
    assert isinstance(error, ModelAway)
    assert "could not be connected to" in error.message


async def test_a_reply_without_end_is_not_held(models: Models, bounds: Settings, broken: BrokenModel) -> None:
    broken.says("first", SORTED)
    await decide(models, bounds)
    broken.breaks("first", flood)
    tracemalloc.start()
    try:
        await failed(models, bounds)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 * bounds.model_reply_limit


async def test_nothing_of_a_decision_that_failed_stays_running(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    broken.breaks("first", trickle, for_good=True)
    before = asyncio.all_tasks()
    await failed(models, bounds)
    assert asyncio.all_tasks() == before
    assert broken.all_left()


async def test_models_are_reached_by_the_proxy_that_the_environment_names(
    bounds: Settings, broken: BrokenModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy is the loopback server: it gets the whole address as the path, which ends as the interface's does."""
    monkeypatch.setenv("http_proxy", broken.url.removesuffix("/v1"))
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://models.invalid/v1")
    broken.says("first", SORTED)
    models = Models(bounds)
    assert await decide(models, bounds) == SORTED
    await models.aclose()
