"""Runs of digits as people write them, in groups divided by a blank, a dash or a dot."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# The blanks and dashes that mail programs and telephones put between groups, for a class of a regular expression.
BLANKS = " \u00a0\u2007\u2009\u202f\u3000"
DASHES = "\\-\u2010\u2011\u2012\u2013\u2212\uff0d"
_LONGEST = 40
_RUN = re.compile(rf"(?<![^\W_])[0-9]{{1,{_LONGEST}}}(?:[{BLANKS}{DASHES}.][0-9]{{1,{_LONGEST}}}){{0,60}}")
# Four and four, or four, six and the rest, by another sign than those above, or over the end of a line.
_BY = rf"(?:[{BLANKS}{DASHES}._/]|[{BLANKS}]?\r?\n[{BLANKS}]?)"
_SHAPED = re.compile(
    rf"(?<![^\W_])[0-9]{{4}}(?:(?:{_BY}[0-9]{{4}}){{3}}(?:{_BY}[0-9]{{3}})?"
    rf"|{_BY}[0-9]{{6}}{_BY}[0-9]{{4,5}})(?![^\W_])"
)
_GROUP = re.compile(f"[0-9]{{1,{_LONGEST}}}")


@dataclass(frozen=True)
class Digits:
    """Neighbouring groups of one run: their digits, and where they stand."""

    digits: str
    groups: tuple[int, ...]
    start: int
    end: int


def grouped(text: str, least: int, most: int) -> Iterator[Digits]:
    """All neighbouring groups of `least` to `most` digits together, longest first from each beginning. A group is never
    cut: the digits inside of a longer number are nothing of their own."""
    for run in _RUN.finditer(text):
        if text[run.end() : run.end() + 1].isalnum():
            continue
        groups = [(each.group(), run.start() + each.start()) for each in _GROUP.finditer(run.group())]
        for first in range(len(groups)):
            yield from reversed(list(_from(groups[first:], least, most)))


def shaped(text: str) -> Iterator[Digits]:
    """Groups as a payment card has them, also divided by an underscore, a slash or the end of a line."""
    for run in _SHAPED.finditer(text):
        groups = [each.group() for each in _GROUP.finditer(run.group())]
        yield Digits("".join(groups), tuple(map(len, groups)), run.start(), run.end())


def plain_digits(text: str) -> str:
    """The text with all digits in the signs 0 to 9, each in its place: full-width ones, those of other scripts."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def _from(groups: Sequence[tuple[str, int]], least: int, most: int) -> Iterator[Digits]:
    joined = ""
    for place, (digits, start) in enumerate(groups):
        joined += digits
        if len(joined) > most:
            return
        if len(joined) >= least:
            lengths = tuple(len(each) for each, _ in groups[: place + 1])
            yield Digits(joined, lengths, groups[0][1], start + len(digits))
