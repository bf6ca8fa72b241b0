"""What a model of a masked purpose is sent and gives back, at the HTTP door of its provider."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from deskgraph.agents import CustomerDecider, Request, Situation, Task, ToolPlanner
from deskgraph.decisions import CallTool, Decision, SearchForCustomer
from deskgraph.errors import ModelFailed
from deskgraph.models.embeddings import make_embedder
from deskgraph.models.make import Models
from deskgraph.privacy import Mask, unnumbered
from deskgraph.settings import Settings
from deskgraph.tools import ToolContext, tool
from tests.models.broken_model import BrokenModel, call, serving
from tests.models.conftest import small

CHAT = "openai-chat:first"
LETTER = (
    "I am ada@example.com, my phone is 0171 5550123. Write to ada@example.com or bob@example.org. "
    "Card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, SSN 123-45-6789, from 203.0.113.9."
)
SECRETS = ("ada@", "bob@", "5550123", "4111", "3704", "123-45", "203.0")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrokenModel]:
    with serving(BrokenModel()) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
        yield model


@pytest.fixture
def bounds(tmp_path: Path) -> Settings:
    return small(Settings(home=tmp_path, database_url=None), mask=("routing",))


@pytest.fixture
async def models(bounds: Settings) -> AsyncIterator[Models]:
    made = Models(bounds)
    yield made
    await made.aclose()


async def decide(models: Models, settings: Settings, text: str) -> Decision:
    situation = Situation(Request(asker="customer", subject="", text=text), ())
    return (await CustomerDecider(models.model(CHAT), CHAT, settings).decide(situation)).decision


def sent(provider: BrokenModel) -> str:
    return json.dumps(provider.requests, ensure_ascii=False)


def search(query: str) -> SearchForCustomer:
    return SearchForCustomer(query=query, reasoning="It may be there.")


async def test_a_model_of_a_masked_purpose_gets_placeholders_and_its_decision_the_values(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    provider.says("first", search("[EMAIL_1] or [EMAIL_2]: [PHONE_1], [CARD_1], [IBAN_1], [SSN_1], [IP_1]"))
    decision = await decide(models, bounds, LETTER)
    assert decision == search(
        "ada@example.com or bob@example.org: 0171 5550123, 4111 1111 1111 1111, DE89 3704 0044 0532 0130 00, "
        "123-45-6789, 203.0.113.9"
    )
    assert [secret for secret in SECRETS if secret in sent(provider)] == []
    assert "I am [EMAIL_1], my phone is [PHONE_1]. Write to [EMAIL_1] or [EMAIL_2]." in sent(provider)
    assert "stand for personal data" in sent(provider)


async def test_a_purpose_that_is_not_masked_gets_the_text(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    provider.says("first", search("lamps"))
    await decide(models, bounds.model_copy(update={"mask": ("writing", "embedding")}), LETTER)
    assert [secret for secret in SECRETS if secret not in sent(provider)] == []
    assert "stand for personal data" not in sent(provider)


async def test_arguments_get_the_values_at_every_depth_and_their_names_stay(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    arguments: dict[str, Any] = {
        "to": ["[EMAIL_1]", {"[EMAIL_1]": "tel:[PHONE_1]"}],
        "sum": 12.5,
        "when": None,
    }
    provider.says("first", CallTool(tool="write", arguments=arguments, reasoning="For [EMAIL_1]."))
    request = Request(asker="customer", subject="", text=LETTER)
    planner = ToolPlanner(models.model(CHAT), CHAT, bounds)
    decision = (await planner.decide(Task("Write to ada@example.com.", request, ()))).decision
    assert decision == CallTool(
        tool="write",
        arguments={"to": ["ada@example.com", {"[EMAIL_1]": "tel:0171 5550123"}], "sum": 12.5, "when": None},
        reasoning="For ada@example.com.",
    )


async def test_values_that_json_writes_with_signs_come_back_whole(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    provider.says("first", search("[EMAIL_1]"))
    assert await decide(models, bounds, 'Mail me: "ada \\ l"@example.com!') == search(
        '"ada \\ l"@example.com'
    )


@pytest.mark.parametrize(
    "written", ["[EMAIL_7]", "[email 7]", "EMAIL_7", "\\[EMAIL\\_7\\]", "[PHONE]", "[CARD_1]"]
)
async def test_a_placeholder_that_was_never_given_is_no_decision(
    models: Models, bounds: Settings, provider: BrokenModel, written: str
) -> None:
    provider.says("first", *[search(f"ask {written}")] * 9)
    with pytest.raises(ModelFailed):
        await decide(models, bounds, "I am ada@example.com.")
    assert 1 < provider.count("first") <= bounds.model_requests


async def test_a_placeholder_that_was_never_given_can_be_mended(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    provider.says("first", search("ask [EMAIL_7]"), search("ask [EMAIL_1]"))
    assert await decide(models, bounds, "I am ada@example.com.") == search("ask ada@example.com")
    assert provider.count("first") == 2
    assert "ada@" not in sent(provider)


async def test_what_a_model_is_told_of_its_invalid_decision_has_placeholders_too(
    models: Models, bounds: Settings, provider: BrokenModel
) -> None:
    """The library quotes the arguments that it refused, in which the values are back."""
    wrong = json.dumps({"query": "[EMAIL_1]", "reasoning": {"of": ["[CARD_1]", "carol@example.net"]}})
    provider.says(
        "first", {"content": None, "tool_calls": [call("SearchForCustomer", wrong)]}, search("[EMAIL_1]")
    )
    assert await decide(models, bounds, LETTER) == search("ada@example.com")
    assert provider.count("first") == 2
    assert "input" in json.dumps(provider.requests[1])
    assert [secret for secret in SECRETS if secret in sent(provider)] == []


@pytest.mark.parametrize("token", ["[EMAIL_1]", "[EMAIL_2]", "EMAIL_1", "[email_1]", "[EMAIL]"])
async def test_a_text_that_holds_such_a_word_is_not_taken_for_ours(
    models: Models, bounds: Settings, provider: BrokenModel, token: str
) -> None:
    """A customer who writes [EMAIL_1] gets nobody's address."""
    provider.says("first", *[search(f"[EMAIL_{number}]") for number in (1, 2)])
    text = f"Write to {token}, says ada@example.com."
    first, second = [await decide(models, bounds, text) for _ in range(2)]
    assert {first, second} == {search(token), search("ada@example.com")}


def test_a_number_is_hidden_where_nothing_says_what_it_is() -> None:
    mask = Mask()
    texts = ["my ssn is 219099999, call me at 4155550132", "done for 219099999 and 4155550132; order 42"]
    for text in texts:
        mask.learn(text)
    assert mask.hide(texts[1]) == "done for [SSN_1] and [PHONE_1]; order 42"
    assert mask.restore(mask.hide(texts[1])) == texts[1]


def test_what_is_hidden_comes_back_as_it_was() -> None:
    text = LETTER + " [EMAIL_1] EMAIL_2 \\[IP\\_1\\] [SSN] [card 4]"
    mask = Mask()
    assert mask.restore(mask.hide(text)) == text


async def test_a_remote_embedding_model_gets_the_same_placeholders_for_question_and_article(
    provider: BrokenModel, bounds: Settings
) -> None:
    settings = bounds.model_copy(update={"embedding_model": "openai:first", "mask": ("embedding",)})
    await make_embedder(settings).embed([LETTER, "Is bob@example.org yours?"])
    assert [secret for secret in SECRETS if secret in sent(provider)] == []
    assert "Is [EMAIL] yours?" in sent(provider)
    assert unnumbered("a@example.com b@example.com") == "[EMAIL] [EMAIL]"


async def test_a_purpose_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_MASK", "routing, embedding")
    assert Settings().mask == ("routing", "embedding")
    monkeypatch.setenv("DESKGRAPH_MASK", "routing,everything")
    with pytest.raises(ValueError, match="routing"):
        Settings()


@tool(policy="needs_approval")
async def change_contact(context: ToolContext, email: str, phone: str) -> str:
    """Change a customer's e-mail address and phone number.

    Args:
        email: The address.
        phone: The phone number.
    """
    return f"{email} {phone}"


async def test_the_builtin_model_works_with_placeholders_too(models: Models, bounds: Settings) -> None:
    text = "Please change my e-mail address to ada@example.com and my phone number to 0171 5550123."
    request = Request(asker="customer", subject="", text=text)
    planner = ToolPlanner(models.model("builtin"), "builtin", bounds)
    decision = (await planner.decide(Task(text, request, (change_contact,)))).decision
    assert isinstance(decision, CallTool)
    assert decision.arguments == {"email": "ada@example.com", "phone": "0171 5550123"}
