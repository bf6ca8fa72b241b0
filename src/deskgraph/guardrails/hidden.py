"""Text that a person does not see and a model reads."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

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
    r"style ?= ?[\"'][^\"'<>]{0,120}(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0(?![.\d])"
    r"|opacity ?: ?0(?![.\d]))",
    re.IGNORECASE,
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,4000}={0,2}")
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
    yield from _first(_UNSEEN_STYLE, text)


def encoded(text: str) -> Iterator[str]:
    """The words that base64 runs decode to; a hash, a token or a picture holds none."""
    for run in _BASE64.finditer(_WRAP.sub("", text)):
        digits = run.group().rstrip("=").replace("-", "+").replace("_", "/")
        try:
            decoded = base64.b64decode(digits[: len(digits) // 4 * 4], validate=True).decode(
                "utf-8", "ignore"
            )
        except binascii.Error:
            continue
        if _WORDS.search(decoded) and sum(map(str.isprintable, decoded)) >= 0.9 * len(decoded):
            yield decoded


def _first(rows: re.Pattern[str], text: str) -> Iterator[str]:
    if found := rows.search(text):
        yield found.group()


def _comments(text: str) -> Iterator[str]:
    """HTML comments with words in them; those that tell a mail program apart (`<!--[if mso]>`) are none."""
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at)
        inside = text[at + 4 : end if end >= 0 else at + 4 + EXCERPT].strip()
        if any(each.isalpha() for each in inside) and not inside.startswith(("[if", "[endif", "<![")):
            yield inside
        at = text.find("<!--", end) if end >= 0 else -1
