"""The answerer quotes and cites, reports what a tool said, and says when it cannot; the reviewer compares."""

from collections.abc import Callable

import pytest

from deskgraph.decisions import Answer, CannotAnswer
from deskgraph.models.builtin import courtesy
from deskgraph.models.builtin.answer import answer
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.review import review
from deskgraph.prompts import Section

Prompt = Callable[..., Reading]
RETURNS = (
    "You have 45 days from delivery to send something back. Returns from the mainland are free of charge."
)
SHIPPING = "Express delivery costs £7.95. Orders placed before 14:00 arrive on the next working day."
CARE = "Wash the jersey at 30 degrees. Do not iron it."
PASSAGES = {7: RETURNS, 8: SHIPPING, 9: CARE}


def _report(status: str, text: str, **labels: str) -> Section:
    return Section(
        "tool_report", text, labels={"tool": "refund", "status": status, "corrected": "no", **labels}
    )


async def _answer(mind: Mind, reading: Reading) -> Answer | CannotAnswer:
    decided = (await answer(reading, mind))[0]
    assert isinstance(decided, Answer | CannotAnswer)
    return decided


async def _verdict(mind: Mind, reading: Reading, *claims: tuple[str, str]) -> str:
    claimed = tuple(Section("claim", text, labels={"passages": passages}) for text, passages in claims)
    return type((await review(Reading((*reading.sections, *claimed)), mind))[0]).__name__


@pytest.mark.parametrize(
    ("question", "cited", "quoted"),
    [
        ("How long do I have to return something?", 7, RETURNS),
        ("What does express delivery cost?", 8, SHIPPING),
        ("Can I iron my jersey?", 9, CARE),
    ],
)
async def test_a_question_gets_the_words_of_the_passage_that_answers_it(
    mind: Mind, prompt: Prompt, question: str, cited: int, quoted: str
) -> None:
    decided = await _answer(mind, prompt(question, passages=PASSAGES))
    assert isinstance(decided, Answer)
    assert (decided.cited, decided.claims[-1].text) == ((cited,), quoted)


@pytest.mark.parametrize(
    "question", ["Do you rent boats?", "Who won the match?", "asdf", "Is the lamp made of brass?"]
)
async def test_a_question_that_no_passage_answers_is_not_answered(
    mind: Mind, prompt: Prompt, question: str
) -> None:
    assert isinstance(await _answer(mind, prompt(question, passages=PASSAGES)), CannotAnswer)


async def test_a_question_whose_subject_stands_above_it_is_understood(mind: Mind, prompt: Prompt) -> None:
    asked = prompt("How much is it, and when is it here?", subject="Express delivery", passages=PASSAGES)
    decided = await _answer(mind, asked)
    assert isinstance(decided, Answer)
    assert decided.cited == (8,)


async def test_every_line_of_an_answer_stands_in_its_passage(mind: Mind, prompt: Prompt) -> None:
    long = "\n\n".join(
        f"Paragraph {number} is about returns.\n- one\n- two\n" + "filler " * 30 for number in range(9)
    )
    passage = f"## Returns\n\n{long}\n\nA return takes 45 days."
    decided = await _answer(mind, prompt("How many days does a return take?", passages={3: passage}))
    assert isinstance(decided, Answer)
    quote = decided.claims[-1].text
    assert {line.strip() for line in quote.splitlines()} <= {line.strip() for line in passage.splitlines()}
    assert "A return takes 45 days." in quote
    assert len(quote) < 800


@pytest.mark.parametrize(
    ("status", "opening"),
    [
        ("rejected", courtesy.REJECTED), ("refused", courtesy.REFUSED), ("failed", courtesy.FAILED),
        ("unknown", courtesy.UNKNOWN), ("incomplete", courtesy.INCOMPLETE), ("something_new", courtesy.CANNOT_DO),
    ],
)  # fmt: skip
async def test_what_was_not_done_is_not_told_as_done(
    mind: Mind, prompt: Prompt, status: str, opening: str
) -> None:
    decided = await _answer(mind, prompt("Refund it", sections=[_report(status, "The order is too old.")]))
    assert isinstance(decided, Answer)
    assert [claim.text for claim in decided.claims] == [opening, "The order is too old."]


async def test_what_was_done_is_told_in_the_words_of_the_tool(mind: Mind, prompt: Prompt) -> None:
    decided = await _answer(mind, prompt("Refund it", sections=[_report("done", "£5 were paid back.")]))
    assert isinstance(decided, Answer)
    assert [claim.text for claim in decided.claims] == ["£5 were paid back."]


async def test_a_correction_is_told_before_what_was_done(mind: Mind, prompt: Prompt) -> None:
    report = _report("done", "£5 were paid back.", corrected="yes")
    decided = await _answer(mind, prompt("Refund £9", sections=[report]))
    assert isinstance(decided, Answer)
    assert [claim.text for claim in decided.claims] == [courtesy.CORRECTED, "£5 were paid back."]


@pytest.mark.parametrize(("text", "reply"), [("Thanks a lot!", courtesy.WELCOME), ("Hello", courtesy.HELLO)])
async def test_a_courtesy_is_returned(mind: Mind, prompt: Prompt, text: str, reply: str) -> None:
    decided = await _answer(mind, prompt(text))
    assert isinstance(decided, Answer)
    assert decided.text == reply


async def test_a_second_question_gets_what_was_answered_before(mind: Mind, prompt: Prompt) -> None:
    turns = [("customer", "Do you ship abroad?"), ("agent", "We ship to Norway for £12.")]
    decided = await _answer(mind, prompt("What was your last answer?", by="colleague", turns=turns))
    assert isinstance(decided, Answer)
    assert [claim.text for claim in decided.claims] == [courtesy.EARLIER, "We ship to Norway for £12."]


async def test_with_nothing_to_answer_from_it_says_so(mind: Mind, prompt: Prompt) -> None:
    assert isinstance(await _answer(mind, prompt("Do you ship to Norway?")), CannotAnswer)
    assert isinstance(await _answer(mind, prompt("")), CannotAnswer)


async def test_a_draft_that_was_sent_back_is_written_without_what_was_objected_to(
    mind: Mind, prompt: Prompt
) -> None:
    note = Section("review_note", f'Leave out what nothing holds: "{RETURNS}"')
    asked = prompt("How long do I have to return something?", passages=PASSAGES, sections=[note])
    assert isinstance(await _answer(mind, asked), CannotAnswer)


async def test_an_answer_that_the_builtin_model_wrote_passes_its_review(mind: Mind, prompt: Prompt) -> None:
    asked = prompt("How long do I have to return something?", passages=PASSAGES)
    decided = await _answer(mind, asked)
    assert isinstance(decided, Answer)
    claims = [(claim.text, ",".join(map(str, claim.passages))) for claim in decided.claims]
    assert await _verdict(mind, asked, *claims) == "PassDraft"


@pytest.mark.parametrize(
    ("claim", "cited", "verdict"),
    [
        (RETURNS, "7", "PassDraft"),
        ("You have 45 days from delivery to send something back.", "7", "PassDraft"),
        ("You can send something back for 45 days from the delivery.", "7", "PassDraft"),
        ("You have 60 days from delivery to send something back.", "7", "RewriteDraft"),
        (RETURNS, "8", "RewriteDraft"),
        (RETURNS, "99", "RewriteDraft"),
        ("Our shop in Paris opens at noon.", "7", "RewriteDraft"),
        ("Thank you for your message.", "", "PassDraft"),
        ("Your code is 4411.", "", "RewriteDraft"),
        ("We will refund the whole amount to you.", "", "ShowToPerson"),
        ("It was our fault.", "", "ShowToPerson"),
        ("We guarantee it for life.", "7", "ShowToPerson"),
    ],
)
async def test_a_claim_passes_only_when_what_it_rests_on_holds_it(
    mind: Mind, prompt: Prompt, claim: str, cited: str, verdict: str
) -> None:
    assert await _verdict(mind, prompt("How do returns work?", passages=PASSAGES), (claim, cited)) == verdict


async def test_a_tools_report_holds_what_it_says_and_no_other_sum(mind: Mind, prompt: Prompt) -> None:
    asked = prompt(
        "Refund it", sections=[_report("done", "£5.00 of order A-1001 were refunded to the card.")]
    )
    assert (
        await _verdict(mind, asked, ("£5.00 of order A-1001 were refunded to the card.", "")) == "PassDraft"
    )
    assert (
        await _verdict(mind, asked, ("£6.00 of order A-1001 were refunded to the card.", ""))
        == "RewriteDraft"
    )


async def test_a_draft_that_is_not_there_is_shown_to_a_person(mind: Mind, prompt: Prompt) -> None:
    assert await _verdict(mind, prompt("How do returns work?")) == "ShowToPerson"
