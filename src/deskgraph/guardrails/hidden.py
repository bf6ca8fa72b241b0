"""Text that a person does not see and a model reads."""

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress

from deskgraph.guardrails.finding import EXCERPT

# Zero-width characters split a word to get past a screen. Joiners are part of emoji and of Persian and Indic
# spelling, soft hyphens of typeset text: between two Latin letters or in a long row only the first are
# innocent.
_SPLIT_WORD = re.compile("[A-Za-z]{1,20}[\u200b-\u200d\u2060-\u2064\ufeff]{1,20}[A-Za-z]{1,20}")
_LONG_ROW = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff]{8,200}")
_OVERRIDES = re.compile("[\u202d\u202e].{0,40}", re.DOTALL)
_EMBEDDINGS = re.compile("[\u202a\u202b\u2066\u2067].{0,40}", re.DOTALL)
# Tags spell the flags of England, Scotland and Wales after a black flag; elsewhere they spell hidden text.
_TAGS = re.compile("(?P<flag>\U0001f3f4)?(?P<tags>[\U000e0020-\U000e007e]{1,200})")
_FLAG_TAGS = 6
_TAG_BLOCK = 0xE0000
_UNSEEN_STYLE = re.compile(
    r"style ?= ?[\"'][^\"'<>]{0,120}(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?[01](?![.\d])"
    r"|opacity ?: ?0(?![.\d])|(?:left|top|text-indent) ?: ?-\d{3,5})|<(?:span|div|p|td) hidden\b",
    re.IGNORECASE,
)
_STYLE_SHEET = re.compile(r"[\w.#@*/][^{}]{0,200}\{[^{}]{0,400}\}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{28,4000}={0,2}")
_HEX = re.compile(r"\b(?:[0-9a-f]{32,4000}|(?:[0-9a-f]{2}[ :,-]){15,1000}[0-9a-f]{2})\b", re.IGNORECASE)
_BITS = re.compile(r"\b(?:[01]{64,8000}|(?:[01]{8}[ ,]){7,1000}[01]{8})\b")
# Mail wraps its base64: a full line goes on in the next.
_WRAP = re.compile(r"(?<=[A-Za-z0-9+/]{40})\r?\n(?=[A-Za-z0-9+/])")
_WORDS = re.compile(r"[A-Za-z]{2,20} [A-Za-z]{1,20} [A-Za-z]{2,20}")


def hidden(text: str) -> Iterator[str]:
    """What the text hides, as far as it can be shown: invisible characters, directions, comments, styles."""
    for rows in (_SPLIT_WORD, _LONG_ROW, _OVERRIDES):
        yield from _first(rows, text)
    if not any(unicodedata.bidirectional(each) in ("R", "AL") for each in text):
        yield from _first(_EMBEDDINGS, text)
    for tags in _TAGS.finditer(text):
        if not tags["flag"] or len(tags["tags"]) > _FLAG_TAGS:
            yield "".join(chr(ord(each) - _TAG_BLOCK) for each in tags["tags"])
    yield from _comments(text)
    yield from _unseen(text)


def encoded(text: str) -> Iterator[str]:
    """The words that runs of base64, hexadecimal or binary digits decode to; a hash, a token or a picture holds
    none."""
    for each in (*_base64(text), *_digits(text, _HEX, 16, 2), *_digits(text, _BITS, 2, 8)):
        decoded = each.decode("utf-8", "ignore")
        if _WORDS.search(decoded) and sum(map(str.isprintable, decoded)) >= 0.9 * len(decoded):
            yield decoded


def _base64(text: str) -> Iterator[bytes]:
    for run in _BASE64.finditer(_WRAP.sub("", text)):
        digits = run.group().rstrip("=").replace("-", "+").replace("_", "/")
        with suppress(binascii.Error):
            yield base64.b64decode(digits[: len(digits) // 4 * 4], validate=True)


def _digits(text: str, rows: re.Pattern[str], base: int, width: int) -> Iterator[bytes]:
    for row in rows.finditer(text):
        digits = "".join(each for each in row.group() if each.isalnum())
        yield bytes(
            int(digits[at : at + width], base) for at in range(0, len(digits) // width * width, width)
        )


def _first(rows: re.Pattern[str], text: str) -> Iterator[str]:
    if found := rows.search(text):
        yield found.group()


def _unseen(text: str) -> Iterator[str]:
    """Words in elements that are not shown; an element that holds none is there for the layout."""
    for style in _UNSEEN_STYLE.finditer(text):
        inside = text[style.end() : style.end() + 2 * EXCERPT].partition(">")[2].partition("<")[0]
        words = html.unescape(inside).strip()
        if any(each.isalpha() for each in words):
            yield words


def _comments(text: str) -> Iterator[str]:
    """HTML comments with words in them; those that tell a mail program apart (`<!--[if mso]>`) and style
    sheets are none."""
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at)
        inside = text[at + 4 : end if end >= 0 else at + 4 + EXCERPT].strip()
        if any(each.isalpha() for each in inside) and not _of_layout(inside):
            yield inside
        at = text.find("<!--", end) if end >= 0 else -1


def _of_layout(comment: str) -> bool:
    return comment.startswith(("[if", "[endif", "<![")) or _STYLE_SHEET.match(comment) is not None
