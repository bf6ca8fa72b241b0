"""Where the builtin model sends a message: what it is sure of at once, everything unsure to a search or a person."""

import json
from collections.abc import Callable

import pytest

from deskgraph.decisions import Classification
from deskgraph.models.builtin.classify import classify
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.queries import query_of
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.refine import refine
from deskgraph.models.builtin.route import route_customer, route_team
from deskgraph.prompts import Section

Prompt = Callable[..., Reading]


def _tool(name: str, help_text: str, policy: str = "needs_approval", **properties: object) -> Section:
    schema = {"type": "object", "properties": properties}
    return Section(
        "tool", f"{help_text}\narguments: {json.dumps(schema)}", labels={"name": name, "policy": policy}
    )


TOOLS = [
    _tool("order_status", "Say where an order is and what is in it.", "read_only", order={"type": "string"}),
    _tool("refund", "Pay money back for an order.", order={"type": "string"}, amount={"type": "number"}),
    _tool("cancel_order", "Cancel an order that has not been shipped.", order={"type": "string"}),
    _tool("change_delivery_address", "Send an order somewhere else.", order={"type": "string"}),
]


async def _route(mind: Mind, prompt: Reading, *, team: bool = False) -> str:
    decided = await (route_team if team else route_customer)(prompt, mind)
    return type(decided[0]).__name__


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("Please cancel order A-1001, I found it cheaper.", "UseToolForCustomer"),
        ("I'd like 20 euros back for the scratched mug in order A-1001", "UseToolForCustomer"),
        ("Could you send order A-1001 to 4 Hill Road, Leeds instead? We moved.", "UseToolForCustomer"),
        ("You want to cancel the order you placed yesterday.", "UseToolForCustomer"),
        ("Where is my order A-1001?", "UseToolForCustomer"),
        ("Has order A-1001 been shipped yet?", "UseToolForCustomer"),
        ("How do I cancel an order?", "SearchForCustomer"),
        ("What does shipping to Iceland cost?", "SearchForCustomer"),
        ("The zip of my jacket broke. What can I do?", "SearchForCustomer"),
        ("Please cancel my newsletter.", "SearchForCustomer"),
        ("How long do I have to return an item?", "SearchForCustomer"),
        ("how many days do I have to cancel an order", "SearchForCustomer"),
        ("Do you refund the delivery fee?", "SearchForCustomer"),
        ("When do you refund my money after I send the item back?", "SearchForCustomer"),
        ("What does it cost to return something?", "SearchForCustomer"),
        ("Must I return the mug in its box to get a refund?", "SearchForCustomer"),
        ("If the parcel is damaged, do you refund me?", "SearchForCustomer"),
        ("Is there any way to cancel an order once it has left?", "SearchForCustomer"),
        ("Can I get my money back for order A-1001?", "UseToolForCustomer"),
        ("Is there any way to cancel my order A-1001?", "UseToolForCustomer"),
        ("Could my order A-1001 be cancelled?", "UseToolForCustomer"),
        ("The mug is broken. Will you refund me the 20 euros?", "UseToolForCustomer"),
        ("I want to cancel order A-1001. How long does the refund take?", "UseToolForCustomer"),
        ("I do not want to cancel the order, I only wonder how returns work.", "SearchForCustomer"),
        ("Thank you so much, that helped!", "AnswerCustomer"),
        ("Hello", "AnswerCustomer"),
        ("Let me talk to a human being.", "EscalateToPerson"),
        ("The lamp caught fire and burned the carpet!", "EscalateToPerson"),
        ("You will hear from my lawyer.", "EscalateToPerson"),
        ("", "EscalateToPerson"),
    ],
)
async def test_a_customers_message_takes_its_route(mind: Mind, prompt: Prompt, text: str, route: str) -> None:
    assert await _route(mind, prompt(text, tools=TOOLS)) == route


@pytest.mark.parametrize(
    "text", ["Please cancel order A-1001.", "Where is my order A-1001?", "refund 20 euros"]
)
async def test_without_a_tool_on_the_list_no_tool_is_chosen(mind: Mind, prompt: Prompt, text: str) -> None:
    assert await _route(mind, prompt(text)) == "SearchForCustomer"
    assert await _route(mind, prompt(text, by="colleague"), team=True) == "SearchForTeam"


async def test_what_was_taken_back_is_not_done(mind: Mind, prompt: Prompt) -> None:
    text = "Please cancel order A-1001. On second thought, I regret that and want to keep it."
    assert await _route(mind, prompt(text, tools=TOOLS)) != "UseToolForCustomer"


async def test_a_number_that_was_missing_goes_on_with_what_was_asked_before(
    mind: Mind, prompt: Prompt
) -> None:
    turns = [("customer", "Please cancel my order."), ("agent", "Which order is it?")]
    decided = await route_customer(prompt("It is A-1001.", turns=turns, tools=TOOLS), mind)
    assert (type(decided[0]).__name__, "A-1001" in str(decided[0])) == ("UseToolForCustomer", True)


async def test_a_short_request_of_its_own_is_not_read_into_the_one_before(mind: Mind, prompt: Prompt) -> None:
    turns = [("customer", "I would like my money back for A-1001."), ("agent", "20 euros were refunded.")]
    decided = (await route_customer(prompt("Please cancel A-1002.", turns=turns, tools=TOOLS), mind))[0]
    assert getattr(decided, "task", "") == "Please cancel A-1002."


@pytest.mark.parametrize(
    "text", ["Can I cancel an order that was already shipped?", "What if the mug breaks again?"]
)
async def test_a_new_question_is_not_answered_with_the_last_reply(
    mind: Mind, prompt: Prompt, text: str
) -> None:
    turns = [("customer", "Where is my order A-1001?"), ("agent", "It was shipped on Monday.")]
    assert await _route(mind, prompt(text, turns=turns, tools=TOOLS)) == "SearchForCustomer"


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("What does the customer want?", "AnswerTeam"),
        ("What was your last answer?", "AnswerTeam"),
        ("What is our policy on late returns?", "SearchForTeam"),
        ("How long may a customer take to return something?", "SearchForTeam"),
        ("how many days does a customer have to return an item", "SearchForTeam"),
        ("Can a customer change the address after dispatch?", "SearchForTeam"),
        ("Are we allowed to refund shipping costs?", "SearchForTeam"),
        ("Can we refund the postage as well?", "SearchForTeam"),
        ("If a parcel is lost, do we refund or send again?", "SearchForTeam"),
        ("What happens when a customer refuses the parcel?", "SearchForTeam"),
        ("Did we promise him a refund?", "AnswerTeam"),
        ("Can you refund 15 euros of A-1001?", "UseToolForTeam"),
        ("Please cancel A-1001 for her.", "UseToolForTeam"),
        ("Refund 15 euros for order A-1001", "UseToolForTeam"),
        ("Where is order A-1001 now?", "UseToolForTeam"),
    ],
)
async def test_a_colleagues_question_takes_its_route(
    mind: Mind, prompt: Prompt, text: str, route: str
) -> None:
    turns = [("customer", "The mug is scratched."), ("agent", "We are sorry to hear that.")]
    assert await _route(mind, prompt(text, by="colleague", turns=turns, tools=TOOLS), team=True) == route


@pytest.mark.parametrize(
    ("text", "category", "priority"),
    [
        ("Please cancel my order B-1.", "order", "normal"),
        ("My parcel has not come for a week.", "delivery", "normal"),
        ("How many days do I have to return shoes?", "returns", "normal"),
        ("I was charged twice for one thing.", "payment", "normal"),
        ("I forgot my password.", "account", "normal"),
        ("Thanks a lot!", "other", "low"),
        ("I want to speak to your manager, nobody answers!", "complaint", "high"),
        ("Someone stole my card and is spending my money", "payment", "urgent"),
    ],
)
async def test_a_message_is_classified(
    mind: Mind, prompt: Prompt, text: str, category: str, priority: str
) -> None:
    (decided,) = await classify(prompt(text), mind)
    assert isinstance(decided, Classification)
    assert (decided.category, decided.priority) == (category, priority)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Hi there,\nhow long is the warranty?\n\nBest regards\nAnna", "how long is the warranty?"),
        ("My name is Ann Lee and I ask: do you ship abroad?", "I ask: do you ship abroad?"),
        ("Is #W1234567 covered? Write to a@b.example", "Is covered? Write to"),
        ("12345678", "12345678"),
        ("", "help"),
    ],
)
def test_a_query_leaves_out_greetings_names_and_numbers(text: str, query: str) -> None:
    assert query_of(text) == query


async def test_after_a_miss_other_words_are_tried_and_none_twice(mind: Mind, prompt: Prompt) -> None:
    text = "The thing arrived in pieces, now what?"
    tried = [query_of(text)]
    for _ in range(8):
        asked = prompt(text, subject="Broken mug", sections=[Section("tried", query) for query in tried])
        decided = (await refine(asked, mind))[0]
        if type(decided).__name__ == "KeepQuery":
            break
        tried.append(str(getattr(decided, "query", "")))
    assert len(tried) == len(set(tried)) > 2
    assert "Broken mug" in tried[1]
