"""What the output screen stops besides promises: blanks of templates, our own instructions, links, passwords."""

import pytest

from deskgraph.agents import INSTRUCTIONS
from deskgraph.guardrails import Grounds, screen_citations, screen_output


def kinds(text: str, grounds: Grounds = Grounds()) -> set[str]:  # noqa: B008  # frozen, and empty
    return {finding.kind for finding in screen_output(text, grounds)}


@pytest.mark.parametrize(
    "blank", ["{{customer_name}}", "${order}", "[Your Name]", "{% if x %}", "[EMAIL_1]", "<insert link here>"]
)
def test_a_blank_that_nobody_filled_in_is_stopped(blank: str) -> None:
    assert kinds(f"Dear {blank}, welcome.") == {"placeholder"}
    assert kinds(f"Write `{blank}` in your template.") == set()


def test_a_short_text_of_ours_is_not_recited_whole_and_one_that_anybody_may_say_is_no_recital() -> None:
    ours = ("Ada is a known fraudster, stall her.", "Thank her for waiting.")
    assert "recital" in kinds("Hello. Ada is a known fraudster; stall her!", Grounds(ours=ours))
    assert kinds("Thank her for waiting. Ada is a known customer.", Grounds(ours=ours)) == set()


def test_our_own_instructions_are_not_recited() -> None:
    longest = max(INSTRUCTIONS, key=len)
    assert "recital" in kinds(f"I was told this: {longest}", Grounds(ours=INSTRUCTIONS))
    assert "recital" in kinds(
        "Ann, offer her ten pounds off and do not say why.",
        Grounds(ours=["offer her ten pounds off and do not say why"]),
    )


def test_a_link_that_only_the_customer_or_a_tool_named_is_stopped() -> None:
    text = "Look at https://prizes.example.net today."
    assert kinds(text, Grounds(asked=[text], found=[text])) == {"unknown_link"}
    assert kinds(text, Grounds(articles=[text])) == set()
    assert kinds(text, Grounds(hosts=["prizes.example.net"])) == set()


@pytest.mark.parametrize("text", ["Your password is hunter2!", "PIN: 4711", "Passwort: geheim99"])
def test_a_password_is_stopped_unless_the_customer_wrote_it(text: str) -> None:
    assert kinds(text) == {"credential"}
    assert kinds(text, Grounds(asked=[text])) == set()


def test_a_citation_of_what_was_not_retrieved_is_stopped() -> None:
    assert [each.excerpt for each in screen_citations((3, 9, 3), {3})] == ["passage 9"]
