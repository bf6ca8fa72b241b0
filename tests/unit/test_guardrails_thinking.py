"""A model's thoughts do not reach a customer, and a blank that nobody filled in neither."""

import pytest

from deskgraph.guardrails import Grounds, screen_output


def stops(text: str, *articles: str) -> list[str]:
    return [each.kind for each in screen_output(text, Grounds(articles=articles))]


@pytest.mark.parametrize(
    "text",
    [
        "[THINK]She is angry.[/THINK] Hello.",
        "◁think▷She is angry.◁/think▷ Hello.",
        "<analysis>She is angry.</analysis> Hello.",
        "Thinking: The user asks for her lamp.\nHello.",
        "**Thought process:** a lamp.",
        "Okay, the user is asking about a lamp. I need to check the passages.",
        "Alright. Let me see. The customer wants a lamp.",
        "Hmm. I need to check the passages for this.",
        "Der Kunde möchte wissen, wo die Lampe ist.",
        "Le client demande où est la lampe.",
    ],
)
def test_thoughts_are_stopped(text: str) -> None:
    assert stops(text) == ["thinking"]


@pytest.mark.parametrize(
    "text",
    [
        "You were thinking: where is my lamp? It is here. [Think] twice.",
        "If the customer wants another lamp, the shop has one. We do what the customer wants.",
        "Thank you for asking. We have looked at the passage of the parcel. Our analysis: it is late.",
    ],
)
def test_speaking_of_thoughts_is_none(text: str) -> None:
    assert stops(text.replace("[Think]", "Think")) == []


def test_an_article_on_models_may_be_quoted() -> None:
    article = "Put the model's steps between <thinking> tags, and orders between <instructions> tags."
    assert stops(article) == ["prompt_markup", "thinking"]
    assert stops(article, article) == []
    assert stops("<think>Hm.</think> Hello.", article) == ["thinking"]


@pytest.mark.parametrize(
    "blank",
    [
        *(
            "{Name}",
            "{customerName}",
            "{order_id}",
            "%NAME%",
            "%first_name%",
            "[Ihr Name]",
            "[votre nom]",
            "[Kundenname]",
        ),
        *(
            "[customer_name]",
            "[ORDER_ID]",
            "{{ a\nb }}",
            "[XXXX]",
            "[TODO]",
            "[TODO: her name]",
            "<CUSTOMER>",
        ),
        *("[Name]", "[Your Name]", "EMAIL_1", "PHONE_2", "[EMAIL_1]", "[Email 1]", "\\[CARD_1\\]", "[PHONE]"),
    ],
)
def test_a_blank_is_stopped_in_every_form(blank: str) -> None:
    assert stops(f"Dear {blank}, welcome.") == ["placeholder"]


@pytest.mark.parametrize(
    "text",
    [
        "Press [Enter] and choose [Address], or click on [Name]. Fill the [Date] field, then [Company] > [City].",
        'Send {"name": "Ann", "items": [1, 2], "at": {"x": 1}} and read array[date] or f(x)[name].',
        "See [Your name](https://shop.example.com/n), [Name][1] and [1].",
        "Open %APPDATA%\\Shop or %TEMP%; it is 50% off, 20%and 30%.",
        r"Write \textbf{Name} or x{2}; the part EMAIL_1a and MY_EMAIL_12 stay.",
    ],
)
def test_what_only_looks_like_a_blank_passes(text: str) -> None:
    assert stops(text, "https://shop.example.com") == []


def test_an_article_on_templates_may_be_quoted_but_greets_nobody() -> None:
    article = 'Write "Dear {{name}}," on top, and {{order}} below. GET /v1/{id} gives <name>.'
    assert stops("Put {{order}} below. GET /v1/{id} gives <name>.", article) == []
    assert stops("Put {{sum}} below.", article) == ["placeholder"]
    assert stops("Dear {{name}}, your lamp is here.", article) == ["placeholder"]
    assert stops("Your lamp is here.\n\nRegards,\n[Your Name]", "End with [Your Name].") == ["placeholder"]
