"""Personal data leaves only where its grounds hold it, in whatever form; what only looks like it is no hindrance."""

import pytest

from deskgraph.guardrails import Grounds, screen_output


def stops(text: str, *grounds: str) -> list[tuple[str, str]]:
    return [(found.kind, found.excerpt) for found in screen_output(text, Grounds(articles=grounds))]


@pytest.mark.parametrize(
    ("written", "kind", "excerpt"),
    [
        ("+49 30 90182011", "phone_number", "…2011"),
        ("0049 30 9018 2011", "phone_number", "…2011"),
        ("(415) 555-0132", "phone_number", "…0132"),
        ("415.555.0132 ext. 12", "phone_number", "…0132"),
        ("06 12 34 56 78", "phone_number", "…5678"),
        ("DE89 3704 0044 0532 0130 00", "bank_account", "…3000"),
        ("gb29nwbk60161331926819", "bank_account", "…6819"),
        ("123-45-6789", "social_security_number", "…6789"),
        ("203.0.113.77", "ip_address", "203.0.113.77"),
        ("2001:db8::8a2e:370:7334", "ip_address", "2001:db8::8a2e:370:7334"),
        ("5555 5555 5555 4444", "card_number", "…4444"),
        ("Bob@Example.org", "unknown_address", "bob@example.org"),
    ],
)
def test_what_the_grounds_do_not_hold_is_stopped_and_no_number_is_shown_whole(
    written: str, kind: str, excerpt: str
) -> None:
    assert stops(f"That is {written}, I believe.", "Nothing of it, but 030 7654321.") == [(kind, excerpt)]
    assert stops(f"That is {written}, I believe.", f"It says {written} here.") == []


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("+49 30 90182011", "030 / 90 18 20 11"),
        ("030 90182011", "+49 (0)30 9018-2011"),
        ("+49 (0)30 9018 2011", "+493090182011"),
        ("004930 90182011", "(030) 9018 2011"),
        ("+1 415 555 0132", "415-555-0132"),
        ("(415) 555-0132", "+14155550132"),
        ("call 555-0132", "415-555-0132"),
        ("415-555-0132", "555-0132"),
        ("415-555-0132 ext. 12", "415.555.0132"),
        ("+49 (0)30 901820", "+49 30 901820"),
        ("+49 (0)30 901820", "030 901820"),
        ("+45 20 12 34 56", "mobil 20123456"),
        ("+7 912 345-67-89", "8 (912) 345-67-89"),
        ("+44 20 7946 0958", "020 7946 0958"),
        ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
        ("DE89 3704 0044 0532 0130 00", "iban de89-3704-0044-0532-0130-00"),
        ("123-45-6789", "123456789"),
        ("203.0.113.77", "203[.]0[.]113[.]77"),
        ("2001:db8::1:2", "2001:0DB8:0000:0000:0000:0000:0001:0002"),
        ("4111 1111 1111 1111", "4111-1111-1111-1111"),
        ("ann@example.org", "Ann (at) example [dot] org"),
        ("**ann@example.org**", "ann@example.org"),
        ("_ann@example.org_", "ann@example.org"),
        ("ann at example dot org", "mailto:ann@example.org?subject=x"),
        ("212.100.7.9", "Firmware 212.100.7.9"),
    ],
)
def test_another_way_of_writing_it_is_the_same(said: str, held: str) -> None:
    assert stops(f"That is {said}, I believe.") != []
    assert stops(f"That is {said}, I believe.", f"It says {held} here.") == []


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("415-555-0132", "206-555-0132"),
        ("+49 30 901820", "040 901820"),
        ("+49 30 90182011", "+49 30 90182012"),
        ("DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19"),
        ("203.0.113.7", "203.0.113.77"),
        ("ob@example.org", "bob@example.org"),
        ("123-45-6789", "123-45-6780"),
    ],
)
def test_one_that_is_like_it_is_another(said: str, held: str) -> None:
    assert len(stops(f"That is {said}, I believe.", f"It says {held} here.")) == 1


@pytest.mark.parametrize(
    ("hidden", "kind"),
    [
        ("bob&#64;example&#46;org", "unknown_address"),
        ("bob%40example.org", "unknown_address"),
        ("_bob@example.org_", "unknown_address"),
        ("...bob@example.org", "unknown_address"),
        ("+49 30 9018&#50;011", "phone_number"),
        ("+４９ ３０ ９０１８２０１１", "phone_number"),
        ("٥٥٥٥ ٥٥٥٥ ٥٥٥٥ ٤٤٤٤", "card_number"),
        ("123&#45;45&#45;6789", "social_security_number"),
        ("203%2e0%2e113%2e77", "ip_address"),
        ("DE89\u200b3704 0044 0532 0130 00", "bank_account"),
    ],
)
def test_it_is_found_behind_entities_percent_signs_and_other_digits(hidden: str, kind: str) -> None:
    assert [found for found, _ in stops(f"Write {hidden} down.")] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "Order 4155550132 and order no. 302-5512345-9988776 are on their way.",
        "Bestellnummer: 0711-123456. Votre commande 06 12 34 56 78. RMA 415-555-0132, ref 0049-2024-1177.",
        "The tracking number is 00340434161094042557, or 1Z999AA10123456784, or 9400 1000 0000 0000 0000 00.",
        "Article 700 123 456, SKU 0815-4711-001, EAN 4006381333931, ISBN 978-3-16-148410-0, part no. 030-1234567.",
        "Item 9523456873 of order W2378156 goes to gift_card_8168843 in 5-7 days.",
        "We open 08.00-18.00 and Mon-Fri 08:00 - 12:30. It came on 2024-05-17 at 14:30:22.",
        "From 01.02.2024 to 05.02.2024, 04.07.2024  17.45, 01/02/2024-05/02/2024, 20240517.",
        "It costs 1.299,00 EUR, $12,345,678.00 or 1 234 567,00, and 15 % less between 1200 - 1500 units.",
        "Version 1.2.3.4, firmware 10.0.19045.3803, app 5.12.1. Update to 4.2.1.0. See section 4.1.2.3.",
        "Open 192.168.1.1 or 127.0.0.1 in your browser; telnet 127.0.0.1 52698; the network is 203.0.113.0/24.",
        "It weighs 1200 g and is 160 x 75 x 8 mm. Boston 02108, Portland 97225-2668.",
        "Serial 490154203237518, coupon SAVE-2024-0099-1234, VAT number DE123456789.",
    ],
)
def test_what_only_looks_like_it_passes(text: str) -> None:
    assert stops(text) == []


def test_what_the_customer_wrote_may_be_said_back() -> None:
    told = Grounds(asked=["My number is 030 90182011, the account DE89 3704 0044 0532 0130 00."])
    assert screen_output("We call +49 30 90182011 and pay to DE89370400440532013000.", told) == []
