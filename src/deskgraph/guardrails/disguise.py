"""Other readings of a text whose letters were dressed up: digits for letters, gaps, backwards, shifted, escaped.

A reading is made only where a few of its words say that there is one, so that ordinary text is read once.
"""

import html
import re
from collections.abc import Iterator
from string import ascii_lowercase
from urllib.parse import unquote

from deskgraph.guardrails.folding import folded, visible

# Words that orders to a machine seldom do without.
_TELLING = ("instructions", "ignore ", "prompt", "your re", "your answer", "the user", "the customer")
_BACKWARDS = tuple(each[::-1] for each in _TELLING)
_LETTERS = str.maketrans("034578@$", "oeastbas")
_MIXED = re.compile(
    r"(?<!\S)(?=\S{0,20}[a-z])(?=\S{0,20}[0134578@$])[a-z0134578@$]{2,20}(?=[.,!?:;]?(?:\s|$))"
)
# One separator all through: what stands further apart is the next word.
_SPACED = re.compile(r"(?<![a-z])[a-z]([ ._*|~-])(?:[a-z]\1){1,400}[a-z](?![a-z])")
_FAR = re.compile(r"\s{2,20}")
_SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override)(?:all|any|your|the|previous|prior|above){0,4}(?:instructions|rules|prompts?)"
    r"|(?:reveal|show|print|repeat)(?:me|the|your|all){0,3}(?:systemprompt|instructions)"
)
_ORDERS = re.compile(
    r"ignor|disregard|forget|instruct|previous|prompt|reveal|rules|guidel|system|overrid|respon|answer|reply|admin"
)
_ESCAPED = re.compile(r"%[0-9a-f]{2}|&#x?[0-9a-f]{2,6};|\\u00[0-9a-f]{2}|\\x[0-9a-f]{2}", re.IGNORECASE)
_CODE = re.compile(r"\\(?:u00|x)([0-9a-f]{2})", re.IGNORECASE)
_FEW = 5
# U.S.A. and A B C D are no words.
_MOST_INITIALS = 16
_MOST_SHIFTS = 2


def _shifted(text: str, by: int) -> str:
    return text.translate(str.maketrans(ascii_lowercase, ascii_lowercase[by:] + ascii_lowercase[:by]))


_SHIFTED = tuple((by, tuple(_shifted(each, -by % 26) for each in _TELLING)) for by in range(1, 26))


def readings(text: str) -> Iterator[str]:
    """The text as it may be meant, folded; none for a text that shows no sign of a disguise."""
    read = folded(text)
    yield from _digits(read)
    yield from _gaps(text)
    if any(each in read for each in _BACKWARDS):
        yield read[::-1]
    shifts = (by for by, telling in _SHIFTED if sum(each in read for each in telling) > 1)
    for by, _ in zip(shifts, range(_MOST_SHIFTS), strict=False):
        yield _shifted(read, by)
    if len(_ESCAPED.findall(text)) >= _FEW:
        yield folded(_CODE.sub(lambda code: chr(int(code[1], 16)), unquote(html.unescape(text))))


def squeezed(text: str) -> str | None:
    """An order whose letters all stand the same way apart, so that nobody can tell where a word ends."""
    letters = "".join(match.group()[::2] for match in _SPACED.finditer(visible(text).lower()))
    return match.group() if (match := _SQUEEZED.search(letters)) else None


def _digits(read: str) -> Iterator[str]:
    for one in "il":

        def letters(word: re.Match[str], one: str = one) -> str:
            return word.group().translate(_LETTERS).replace("1", one)

        if any(_ORDERS.search(letters(word)) for word in _MIXED.finditer(read)):
            yield _MIXED.sub(letters, read)


def _gaps(text: str) -> Iterator[str]:
    apart = _FAR.sub("\n", visible(text).lower())
    if sum(len(word.group()) for word in _SPACED.finditer(apart)) >= _MOST_INITIALS:
        yield folded(_SPACED.sub(lambda word: word.group()[::2], apart))
