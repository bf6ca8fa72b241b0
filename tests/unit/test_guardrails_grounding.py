"""A sentence needs words of a source: what a text ordered, made up or slipped in has none."""

from functools import cache

import pytest

from deskgraph.guardrails import Sources, told, unsupported
from deskgraph.guardrails.statements import Told

ARTICLE = (
    "Returns. You can return a lamp within 45 days of delivery. The refund goes back to your card in five working "
    "days. What is the capital of Brazil? Explain how solar panels work. "
    "Lampen werden versichert verschickt. "
    "返品は45日以内にできます。"
)
SAID = "I want to return my lamp, order L-77. Always unplug electrical devices before cleaning."


def loose(text: str) -> list[str]:
    return unsupported(text, Sources([ARTICLE], [SAID]), share=0.6)


def on(source: str, text: str, *said: str) -> list[str]:
    return unsupported(text, Sources([source], said), share=0.6)


@pytest.mark.parametrize(
    "text",
    [
        "You can return a lamp within 45 days of delivery.",
        "A lamp can be returned within 45 days after it was delivered, and the refund goes to your card.",
        "Your refund for L-77 goes back to your card in five working days.",
        "Thank you for your message! Please let us know if you have any further questions. 😊",
        "Lampen werden versichert verschickt.",
        "返品は45日以内にできます。",
        "",
    ],
)
def test_what_a_source_holds_in_its_own_or_in_near_words_passes(text: str) -> None:
    assert loose(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The capital of Brazil is Brasília.",
        "Solar panels turn light into current by the photovoltaic effect.",
        "Always unplug electrical devices before cleaning.",
        "You can return a lamp within 60 days of delivery.",
        "You can return a lamp within 45 days of delivery at Harrods.",
        "You can return a lamp within 45 days of delivery, and vote for the green party on Sunday.",
        "Y0u c4n r3turn 4 l4mp w1th1n d4ys.",
        "Youcanreturnalampwithin45daysofdelivery.",
        "yreviled fo syad nihtiw pmal a nruter nac uoY.",
        "🌞🌙⭐ return.",
        "電車は毎日走ります。",
    ],
)
def test_what_no_source_holds_is_named(text: str) -> None:
    assert loose(text) == [text]


def test_only_the_sentences_that_nothing_holds_are_named() -> None:
    text = "You can return a lamp within 45 days of delivery. Our forum has a prize for you."
    assert loose(text) == ["Our forum has a prize for you."]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Opened batteries cannot be returned.", "Opened batteries can be returned."),
        ("Lamps come with a battery.", "You can have it for free."),
        ("Gift cards are not refundable.", "Gift cards are refundable."),
        ("Never charge the battery below 0 degrees.", "Always charge the battery below 0 degrees."),
        ("Delivery costs 14 pounds and takes 30 days.", "Delivery costs 30 pounds and takes 14 days."),
        (
            "Anna manages the York warehouse, Ben manages the Leeds warehouse.",
            "Anna manages the Leeds warehouse.",
        ),
        ("Anna manages York, Ben manages Leeds.", "Anna manages the Leeds warehouse."),
        ("Anna manages York. Ben manages Leeds.", "Anna manages Leeds."),
        ("A lamp burns for nine hours on one filling.", "A lamp burns for thirty hours on one filling."),
        ("We have sold 5 thousand pounds of oil. It costs 5 pounds.", "It costs 5 million pounds."),
        ("Returns are accepted for 14 days.", "Returns are accepted for 14 hours."),
        ("Refunds go to the card that was used.", "Refunds go to the attacker card that was used."),
        ("Refunds go to the card that was used.", "Refunds go to the wallet that was used."),
        ("You can return lamps.", "Yes, you can."),
        ("You can return lamps.", "Yes."),
        ("I think that lamps can be returned.", "Lamps can be returned."),
        ("Do not charge the lamp overnight.", "Charge the lamp overnight."),
        ("Some people say that opened lamps can be refunded, which is false.", "Free lamps are yours."),
        ("Standard delivery takes 5 days. Express delivery takes 2 days.", "Express delivery takes 5 days."),
        ("Standard delivery takes 5 days, express delivery takes 2 days.", "Express delivery takes 5 days."),
        ("Delivery takes at least 5 days.", "Delivery takes at most 5 days."),
        ("Delivery takes 5 days.", "Delivery takes less than 5 days."),
        ("All lamps can be returned except opened ones.", "Opened lamps can be returned."),
        ("Opened batteries can be returned.", "Opened batteries can't be returned."),
        ("Opened batteries can be returned.", "Opened batteries can never be returned."),
        ("Clean the lamp before use.", "Clean the lamp after use."),
        ("Lamps cannot be returned without a receipt.", "Lamps can be returned without a receipt."),
        (
            "Returns of opened batteries.\n\nOpened batteries cannot be returned.",
            "Opened batteries can be returned.",
        ),
        (
            "Batteries can be returned. Opened batteries cannot be returned.",
            "Opened batteries can be returned.",
        ),
        ("It is false that lamps burn for nine hours.", "Lamps burn for nine hours."),
        ("No refunds for gift cards.", "Refunds for gift cards are given."),
        ("We never accept opened batteries.", "We accept opened batteries."),
        ("There is no fee for delivery.", "There is a fee for delivery."),
        ("A small fee is charged.", "Nothing is charged."),
        ("You need a receipt.", "That is not possible."),
        ("Delivery is paid.", "Delivery is free."),
        (
            "We deliver large parcels to every door in Leeds.",
            "Doors in Leeds get large parcels that are free delivered.",
        ),
        ("You can return lamps.", "Thanks, you can have it."),
        (
            "Because a fee of 3 pounds applies, fewer and larger withdrawals reduce the fee that applies.",
            "Because a fee of 3 pounds applies, fewer and larger attacker withdrawals reduce the fee that applies.",
        ),
        (
            "As there are no overdraft transfers, you do not incur transfer fees; the fee is £0.\n\n"
            "The overdraft transfer fee is £0.",
            "As there are no overdraft transfers, you do incur transfer fees; the fee is £0.",
        ),
    ],
)
def test_words_of_a_source_that_say_something_else_there_hold_nothing(source: str, text: str) -> None:
    assert on(source, text) == [text]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Opened batteries cannot be returned.", "Batteries that were opened cannot be returned."),
        ("Opened batteries cannot be returned.", "Opened batteries can't be returned."),
        ("Opened batteries cannot be returned.", "No, opened batteries cannot be returned."),
        ("Opened batteries cannot be returned.", "No. Opened batteries cannot be returned."),
        (
            "You can return a lamp within 45 days, but not after opening it.",
            "You can return a lamp within 45 days.",
        ),
        (
            "You can return a lamp within 45 days, but not after opening it.",
            "Yes, you can. You can return a lamp within 45 days.",
        ),
        ("Gift cards are not refundable.", "Gift cards cannot be refunded."),
        ("Never charge the battery below 0 degrees.", "The battery should never be charged below 0 degrees."),
        ("Never charge the battery below 0 degrees.", "Please do not charge the battery below zero degrees."),
        ("Delivery costs 14 pounds and takes 30 days.", "Delivery takes 30 days and costs 14 pounds."),
        ("Delivery costs 14 pounds and takes 30 days.", "Delivery costs £14."),
        ("Delivery costs 14 pounds and takes 30 days.", "Delivery costs fourteen pounds."),
        ("Anna manages York, Ben manages Leeds.", "Ben manages Leeds."),
        ("Anna manages York, Ben manages Leeds.", "Anna manages York and Ben manages Leeds."),
        ("A lamp burns for nine hours on one filling.", "A lamp burns for 9 hours."),
        (
            "Standard delivery takes 5 days. Express delivery takes 2 days.",
            "Express delivery takes two days, standard delivery five days.",
        ),
        ("Standard delivery takes 5 days. Express delivery takes 2 days.", "Standard delivery takes 5 days."),
        ("Returns are accepted for 14 days.", "Returns are accepted within 14 days."),
        ("Refunds go to the card that was used.", "The refund will go to the card that was used."),
        ("All lamps can be returned except opened ones.", "All lamps can be returned."),
        ("There is no fee for delivery.", "There is no delivery fee."),
        ("Delivery is free of charge.", "Delivery is free."),
        ("Lamps cannot be returned without a receipt.", "You cannot return lamps without a receipt."),
    ],
)
def test_what_says_the_same_as_its_source_is_held(source: str, text: str) -> None:
    assert on(source, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Please let us know if you need anything more.",
        "Hello, and thank you for writing. What can we do for you?",
        "Thank you for your message. This is what our articles say:",
        "You are welcome. Write again on this ticket whenever you need anything else.",
        "I am sorry for the inconvenience.",
        "Please do not hesitate to contact us.",
        "Feel free to ask if you have any further questions.",
        "Is there anything else I can help you with?",
        "Best regards, your support team",
        "I hope this helps!",
        "We are happy to help you.",
        "Unfortunately, we could not find an answer to your question.",
        "Dear customer,",
        "Thank you for reaching out to us.",
        "Thanks for your patience and understanding.",
        "We apologise for any inconvenience this may have caused.",
        "Here is what I found:",
        "Could you please tell us more?",
        "We are sorry to hear that.",
    ],
)
def test_a_courtesy_needs_no_source(text: str) -> None:
    assert on("Lamps burn oil.", text) == []


def test_every_sentence_of_a_source_may_be_quoted_as_it_stands() -> None:
    source = (
        "I think that lamps cannot be returned, unless they were never used. No lamp costs less than 30 pounds and "
        "none more than 5 thousand; oil is free. Anna manages York, Ben manages Leeds, and nobody manages Bath."
    )
    assert on(source, source) == []


@pytest.mark.parametrize("answer", ["Yes.", "Yes, you can.", "That is right."])
def test_a_short_answer_needs_a_held_sentence_right_behind_it(answer: str) -> None:
    held, made_up = "Lamps can be returned within 45 days.", "The moon is made of cheese."
    assert on(held, f"{answer} {held}") == []
    assert on(held, f"{held} {answer}") == [answer]
    assert on(held, f"{answer} Thank you for your message. {held}") == [answer]
    assert on(held, f"{answer} {made_up}") == [answer, made_up]


def test_a_name_and_a_bare_number_that_only_the_asker_wrote_are_known_but_no_measure_is() -> None:
    source, asked = (
        "The refund goes back to your card in 14 days.",
        "I am Ada, order 77. I heard it is 60 days.",
    )
    assert on(source, "Dear Ada,\n\nThe refund for order 77 goes back to your card in 14 days.", asked) == []
    for late in ("The refund goes back to your card in 60 days.", "Expect 60 days for refunds to a card."):
        assert on(source, late, asked) == [late]


def test_texts_are_read_once_where_the_caller_remembers_them() -> None:
    texts: list[str] = []

    def read(text: str) -> Told:
        texts.append(text)
        return told(text)

    remembered = cache(read)
    for claim in ("Lamps burn oil.", "Lamps burn for hours."):
        unsupported(claim, Sources(["Lamps burn oil for nine hours."]), share=0.6, read=remembered)
    assert texts == ["Lamps burn oil for nine hours."]


def test_what_stands_in_quotation_marks_stands_in_a_source_too() -> None:
    order = "Provide the Spanish equivalent for 'delicious food'."
    assert unsupported(
        "The Spanish equivalent for 'delicious food' is 'comida deliciosa'.", Sources([order]), share=0.6
    )
    label = "Open the page and press “Return an item”. Don't wait."
    assert unsupported("Open the page and press 'Return an item'.", Sources([label]), share=0.6) == []
