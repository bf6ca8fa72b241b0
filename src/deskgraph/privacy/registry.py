"""Telephone numbers by the numbering plans of the world, where the package `phonenumbers` is installed.

It knows the plans that patterns do not, and takes a number of an order or an article for one of some country: so only
what is grouped exactly as that country groups counts, and only if no word before it says that it is something else.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from deskgraph.privacy.found import Found
from deskgraph.privacy.naming import called
from deskgraph.privacy.phones import is_date

# Whose national forms are tried; a number that begins with its country's code needs none of them.
_COUNTRIES = (
    *("DE", "AT", "CH", "GB", "IE", "US", "FR", "BE", "NL", "ES", "PT", "IT", "PL", "CZ", "SE", "NO", "DK"),
    *("FI", "RU", "TR", "GR", "JP", "IN", "CN", "KR", "SG", "AU", "NZ", "BR", "MX", "ZA", "IL", "AE", "NG"),
)
_FRACTION = re.compile(r"[0-9][.,]\Z")
_FEWEST = 7


@cache
def installed() -> bool:
    """Whether the plans are there: the extra `privacy`."""
    return find_spec("phonenumbers") is not None


def registered(text: str) -> Iterator[Found]:
    """Numbers that a country has, grouped as it groups them."""
    if not installed() or sum(sign.isdigit() for sign in text) < _FEWEST:
        return
    from phonenumbers import Leniency, PhoneNumberMatcher

    seen: set[tuple[int, int]] = set()
    for country in _COUNTRIES:
        for match in PhoneNumberMatcher(text, country, leniency=Leniency.EXACT_GROUPING):
            place = (match.start, match.end)
            if place not in seen and _may_be(text, match.start, match.raw_string):
                yield Found("PHONE", *place)
            seen.add(place)


def _may_be(text: str, start: int, written: str) -> bool:
    fraction = _FRACTION.search(text[max(0, start - 4) : start])
    return not (fraction or is_date(written) or called(text, start) in ("thing", "measure"))
