"""A card is found by whatever its groups are divided, and what is no card's number is left alone."""

import pytest

from deskgraph.guardrails import Grounds, screen_output
from deskgraph.privacy import Mask, personal, unnumbered

WAYS = [
    "４１１１ １１１１ １１１１ １１１１",
    "４１１１　１１１１　１１１１　１１１１",
    "４１１１－１１１１－１１１１－１１１１",
    "4111_1111_1111_1111",
    "4111/1111/1111/1111",
    "4111 1111\n1111 1111",
    "4111 1111 1111\r\n1111",
    "3782/822463/10005",
    "4111111111111111",
]


@pytest.mark.parametrize("card", WAYS)
def test_a_card_is_masked_and_comes_back_as_it_was_written(card: str) -> None:
    text, mask = f"Card {card}, thanks.", Mask()
    assert unnumbered(text, plans=False) == "Card [CARD], thanks."
    assert mask.hide(text) == "Card [CARD_1], thanks."
    assert mask.restore("Card [CARD_1], thanks.") == text


@pytest.mark.parametrize("card", WAYS)
def test_it_does_not_leave_unless_the_grounds_hold_it_in_any_form(card: str) -> None:
    found = [each.kind for each in screen_output(f"Card {card}, thanks.", Grounds())]
    assert found == ["card_number"]
    held = "378282246310005" if card.startswith("3") else "4111-1111-1111-1111"
    assert screen_output(f"Card {card}, thanks.", Grounds(asked=[held])) == []
    assert screen_output(f"Card {held}, thanks.", Grounds(asked=[card])) == []


@pytest.mark.parametrize(
    "text",
    [
        "4111_1111_1111_1112 and 4111/1111/1111/1112",
        "2024/05/17 2025/06/18, 01/02/2024\n05/02/2024",
        "4111 1111\n\n1111 1111",
        "41/11/11/11/11/11/11/11, 4111_1111_1111_1111x",
        "4024\n2025\n2026\n2028",
    ],
)
def test_what_is_no_cards_number_is_left_alone(text: str) -> None:
    assert personal(text, plans=False) == []
