"""Telephone numbers by their look: how a country code, a trunk zero or brackets begin them, or a word that says so.

Numbers of orders, parcels and articles look much the same, so a number that neither begins like one nor is called one
is none.
"""

import re
from collections.abc import Iterator

from deskgraph.privacy.digits import BLANKS, DASHES
from deskgraph.privacy.found import Found
from deskgraph.privacy.naming import called

_BY = rf"[{BLANKS}{DASHES}./]"
# Nothing is given back once it is met (`+`): a long row of digits could be cut into groups in very many ways.
_GROUPS = rf"(?:{_BY}{{0,3}}+\(?+[0-9]{{1,12}}+\)?+){{1,8}}"
_EXTENSION = r"(?:[ ,;]{0,2}(?:ext|x|extension|durchwahl|poste)\.? ?[0-9]{1,5})?"
# Each form with how many digits it has.
_FORMS: tuple[tuple[re.Pattern[str], range], ...] = (
    # +49 (0)30 123456, +1-415-555-0132, (+44) 20 7946 0958
    (re.compile(rf"(?<![\w+])\(?[+\uff0b]{_BY}?\(?[1-9][0-9]{{0,12}}\)?{_GROUPS}{_EXTENSION}"), range(8, 21)),
    (re.compile(r"(?<![\w+])\+[1-9][0-9]{7,14}"), range(8, 16)),
    # 0044 20 7946 0958
    (re.compile(rf"(?<![\w+.-])(?<!\d )00[{BLANKS}-]?[1-9][0-9]{{0,2}}{_GROUPS}{_EXTENSION}"), range(10, 18)),
    # (030) 901820, (415) 555-0132, (11) 91234-5678
    (re.compile(rf"(?<![\w(])\(0?[1-9][0-9]{{0,4}}\){_GROUPS}{_EXTENSION}"), range(8, 16)),
    # 030 901820, 0171/5550123, 06 12 34 56 78, 07700 900123, 0412-345-678
    (
        re.compile(rf"(?<![\w{DASHES}./,#])(?<!\d )0[1-9][0-9]{{0,4}}(?:\(0\))?{_GROUPS}{_EXTENSION}"),
        range(9, 13),
    ),
    # 415-555-0132, 415.555.0132, 1-800-555-0199, 415 555 0132
    (
        re.compile(
            rf"(?<![\w{DASHES}./,#])(?:1{_BY})?[2-9][0-9]{{2}}(?P<by>{_BY})[2-9][0-9]{{2}}(?P=by)[0-9]{{4}}{_EXTENSION}"
        ),
        range(10, 17),
    ),
    # 8 (912) 345-67-89
    (
        re.compile(
            rf"(?<![\w{DASHES}./,#])[78]{_BY}?\([1-9][0-9]{{2,4}}\){_BY}?[0-9]{{1,3}}(?:{_BY}[0-9]{{2,4}}){{1,2}}"
        ),
        range(11, 12),
    ),
)
_NUMBER = re.compile(
    rf"(?<![\w{DASHES}./,+#])\(?[0-9]{{1,12}}+\)?+(?:{_BY}{{0,2}}+\(?+[0-9]{{1,10}}+\)?+){{0,7}}(?![\w]|[,.]\d)"
)
_DATE = re.compile(
    r"(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d{2}|\d{1,2}([-./])\d{1,2}\3\d{2})"
    r"(?:[ T]{1,2}\d{1,2}(?:\.\d{2})?)?\Z|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\Z"
)


def phones(text: str) -> Iterator[Found]:
    """Telephone numbers, international and national."""
    for form, lengths in _FORMS:
        for match in form.finditer(text):
            yield from _whole(text, match, lengths)
    for match in _NUMBER.finditer(text):
        if called(text, match.start()) == "telephone":
            yield from _whole(text, match, range(7, 16))


def _whole(text: str, match: re.Match[str], lengths: range) -> Iterator[Found]:
    """What was met, if it is neither cut from something longer nor a date."""
    after = text[match.end() : match.end() + 2]
    cut = after[:1].isalnum() or (after[:1] in DASHES + ".," and after[1:].isdigit())
    digits = sum(sign.isdigit() for sign in match.group())
    if digits in lengths and not (cut and after) and not is_date(match.group()):
        yield Found("PHONE", match.start(), match.start() + len(match.group().rstrip(" -./")))


def is_date(written: str) -> bool:
    """Whether it reads as a day, with its hour or without."""
    return bool(_DATE.match(written.strip("( ")))
