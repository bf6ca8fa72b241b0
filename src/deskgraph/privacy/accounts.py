"""Payment cards, bank accounts and social security numbers: what their own check digits and lengths say."""

import re
from collections.abc import Container, Iterator
from itertools import pairwise

from deskgraph.privacy.digits import BLANKS, DASHES, grouped, shaped
from deskgraph.privacy.found import Found

# Beginnings of cards and their lengths. A number that begins otherwise is no card, though one in ten such numbers
# passes the check of digits, and every IMEI does.
_CARDS: tuple[tuple[re.Pattern[str], Container[int]], ...] = (
    (re.compile("4"), (13, 16, 19)),  # Visa
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), range(16, 17)),  # Mastercard
    (re.compile("3[47]"), range(15, 16)),  # American Express
    (re.compile("30[0-5]|3095|3[689]"), range(14, 20)),  # Diners Club
    (re.compile("35(2[89]|[3-8])"), range(16, 20)),  # JCB
    (re.compile("1800|2131"), range(15, 16)),  # JCB of old
    (re.compile("220[0-5]"), range(16, 20)),  # Mir, Humo
    (re.compile("6[02-9]|81|82"), range(16, 20)),  # Discover, UnionPay, RuPay, Maestro
    (re.compile("50|5[6-9]"), range(13, 20)),  # Maestro, Dankort, Verve
    (re.compile("9792|9[0-5]62|8600|9860"), range(16, 17)),  # Troy, Uzcard, Humo
)
_IBAN = re.compile(r"(?<![^\W_])([A-Za-z]{2})([0-9]{2})(?![^\W_]{31})")
# Characters of an IBAN by country, as the registry has them.
_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
    "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
    "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
    "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
    "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
    "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
    "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
    "YE": 30,
}  # fmt: skip
_DIVIDED = re.compile(rf"[{BLANKS}{DASHES}.]?([A-Za-z0-9])")
_SSN = re.compile(
    rf"(?<![\w{DASHES}.])(?!000|666|9)[0-9]{{3}}(?P<by>[{BLANKS}{DASHES}.]?)(?!00)[0-9]{{2}}(?P=by)(?!0000)[0-9]{{4}}"
    rf"(?![\w{DASHES}]|\.\d)"
)
_SOCIAL = re.compile(
    r"\b(?:ssn|s\.s\.n|soc(?:ial)?\.?[ -]sec|social(?: security)?|tax ?payer)", re.IGNORECASE
)
# How far before an undivided number its name may stand.
_NEAR = 60


def cards(text: str) -> Iterator[Found]:
    """Payment cards: beginning, length and check digit fit."""
    end = 0
    for digits in grouped(text, 13, 19):
        if digits.start >= end and _is_card(digits.digits, undivided=len(digits.groups) == 1):
            yield Found("CARD", digits.start, digits.end)
            end = digits.end
    for digits in shaped(text):
        if _is_card(digits.digits, undivided=False):
            yield Found("CARD", digits.start, digits.end)


def ibans(text: str) -> Iterator[Found]:
    """International bank account numbers: the length is the country's, and the remainder fits."""
    for head in _IBAN.finditer(text):
        country, check = head[1].upper(), head[2]
        left, at, rest = _LENGTHS.get(country, 0) - 4, head.end(), ""
        while len(rest) < left and (sign := _DIVIDED.match(text, at)):
            rest, at = rest + sign[1].upper(), sign.end()
        ends = not text[at : at + 1].isalnum()
        if left > 0 and len(rest) == left and ends and _remainder(rest + country + check) == 1:
            yield Found("IBAN", head.start(), at)


def ssns(text: str) -> Iterator[Found]:
    """US social security numbers: divided by dashes, or called one."""
    for match in _SSN.finditer(text):
        divided = match["by"] and match["by"] in DASHES
        if divided or _SOCIAL.search(text[max(0, match.start() - _NEAR) : match.start()]):
            yield Found("SSN", match.start(), match.end())


def luhn(digits: str) -> bool:
    """Every second digit from the right counts twice, and a doubled one by its own digits' sum."""
    counted = (int(each) * (1 + place % 2) for place, each in enumerate(reversed(digits)))
    return sum(sum(divmod(each, 10)) for each in counted) % 10 == 0


def _is_card(digits: str, *, undivided: bool) -> bool:
    if not any(form.match(digits) and len(digits) in lengths for form, lengths in _CARDS):
        return False
    if len(digits) == 13 and undivided and _is_article(digits):
        return False
    return luhn(digits) and any(one != two for one, two in pairwise(digits))


def _is_article(digits: str) -> bool:
    """The number under the bars of an article. German ones begin as cards of thirteen digits did, of which few are
    left."""
    return sum(int(each) * (3 if place % 2 else 1) for place, each in enumerate(digits)) % 10 == 0


def _remainder(signs: str) -> int:
    return int("".join(str(int(sign, 36)) for sign in signs)) % 97
