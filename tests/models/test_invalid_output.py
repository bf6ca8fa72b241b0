"""A model that answers, and never with a decision: bounded in requests, and nothing of what it wrote gets through."""

import pytest

from deskgraph.agents import CustomerDecider, Decided, Request, Situation
from deskgraph.decisions import CustomerDecision, EscalateToPerson, SearchForCustomer
from deskgraph.errors import ModelAway, ModelFailed
from deskgraph.models.make import Models
from deskgraph.settings import Settings

from .broken_model import BrokenModel, Words, call

ASKED = Situation(Request(asker="customer", subject="Lamps", text="How long does a lamp burn?"), ())
SEARCH = SearchForCustomer(query="burning time", reasoning="The articles hold it.")
PERSON = EscalateToPerson(reason="They ask for one.")
CHAT = "openai-chat:first"
THOUGHT = "<think>the customer is a fool</think>"

INVALID: dict[str, Words] = {
    "text instead of a decision": {"content": "I would search."},
    "a thought": {"content": THOUGHT},
    "a thought before a decision in text": {"content": f'{THOUGHT}{{"query": "x", "reasoning": "y"}}'},
    "a tool that does not exist": {"content": None, "tool_calls": [call("DeleteEverything", "{}")]},
    "arguments that are no JSON": {
        "content": None,
        "tool_calls": [call("SearchForCustomer", '{"query": "x')],
    },
    "arguments that do not fit": {"content": None, "tool_calls": [call("SearchForCustomer", '{"q": 1}')]},
    "a thought as the arguments": {"content": None, "tool_calls": [call("SearchForCustomer", THOUGHT)]},
    "nothing": {"content": None},
    "an empty text": {"content": ""},
}


async def decide(models: Models, bounds: Settings) -> Decided[CustomerDecision]:
    return await CustomerDecider(models.model(CHAT), CHAT, bounds).decide(ASKED)


@pytest.mark.parametrize("said", INVALID.values(), ids=INVALID.keys())
async def test_output_that_stays_invalid_is_no_decision_within_the_bound_of_requests(
    models: Models, bounds: Settings, broken: BrokenModel, said: Words
) -> None:
    broken.says("first", *(dict(said) for _ in range(10)))
    with pytest.raises(ModelFailed) as caught:
        await decide(models, bounds)
    assert not isinstance(caught.value, ModelAway)
    assert "CustomerDecider got no decision: openai-chat:first gave no valid output" in str(caught.value)
    assert "fool" not in str(caught.value)
    assert 1 < broken.count("first") <= bounds.model_requests


@pytest.mark.parametrize("said", INVALID.values(), ids=INVALID.keys())
async def test_output_that_is_mended_is_a_decision(
    models: Models, bounds: Settings, broken: BrokenModel, said: Words
) -> None:
    broken.says("first", dict(said), SEARCH)
    assert (await decide(models, bounds)).decision == SEARCH
    assert broken.count("first") == 2


async def test_a_thought_beside_a_decision_is_dropped(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    called = call("SearchForCustomer", SEARCH.model_dump_json())
    broken.says("first", {"content": THOUGHT, "tool_calls": [called]})
    assert (await decide(models, bounds)).decision == SEARCH


async def test_of_two_decisions_in_one_reply_the_first_counts(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    calls = [
        call("EscalateToPerson", PERSON.model_dump_json(), 1),
        call("SearchForCustomer", SEARCH.model_dump_json(), 2),
    ]
    broken.says("first", {"content": None, "tool_calls": calls})
    assert (await decide(models, bounds)).decision == PERSON
    assert broken.count("first") == 1


@pytest.mark.parametrize(
    "cut", [{"content": None}, {"content": None, "tool_calls": [call("SearchForCustomer", '{"query": "bur')]}]
)
async def test_a_reply_that_was_cut_off_says_so(
    models: Models, bounds: Settings, broken: BrokenModel, cut: Words
) -> None:
    broken.says("first", *({**cut, "finish_reason": "length"} for _ in range(10)))
    with pytest.raises(ModelFailed, match="was cut off at the length its replies may have") as caught:
        await decide(models, bounds)
    assert not isinstance(caught.value, ModelAway)


async def test_the_setting_bounds_the_requests_of_one_decision(
    models: Models, bounds: Settings, broken: BrokenModel
) -> None:
    bounds = bounds.model_copy(update={"model_requests": 2, "model_retries": 9})
    with pytest.raises(ModelFailed, match="in 2 requests \\(DESKGRAPH_MODEL_REQUESTS\\)"):
        await decide(models, bounds)
    assert broken.count("first") == 2
