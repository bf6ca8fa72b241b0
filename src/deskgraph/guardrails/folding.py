"""Text as a reader takes it in: what is invisible is gone, look-alikes are the letters they pass for."""

import re
import unicodedata

# Soft hyphen, joiners, zero-width spaces, directional marks, fillers, variation selectors, Unicode tags.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
TWINS = str.maketrans(
    {
        **{
            "а": "a",
            "е": "e",
            "о": "o",
            "р": "p",
            "с": "c",
            "у": "y",
            "х": "x",
            "і": "i",
            "ј": "j",
            "ѕ": "s",
        },
        **{
            "һ": "h",
            "ԁ": "d",
            "ɡ": "g",
            "ӏ": "l",
            "к": "k",
            "м": "m",
            "т": "t",
            "в": "b",
            "ѵ": "v",
            "ո": "n",
        },
        **{
            "ο": "o",
            "α": "a",
            "ν": "v",
            "ι": "i",
            "ρ": "p",
            "ε": "e",
            "κ": "k",
            "τ": "t",
            "υ": "u",
            "ı": "i",
        },
    }
)
_WORD = re.compile(r"[^\W\d_]{2,40}")
_LATIN = re.compile("[a-z]")
_ACCENTS = re.compile("[\u0300-\u036f]")


def visible(text: str) -> str:
    """The text without invisible characters, in compatibility form: full-width and ornamental letters are
    plain."""
    return unicodedata.normalize("NFKC", INVISIBLE.sub("", text))


def folded(text: str) -> str:
    """`visible`, in lower case, on one line with single spaces, look-alike letters in Latin words made
    Latin."""
    return _WORD.sub(_as_latin, " ".join(visible(text).lower().split()))


def unaccented(text: str) -> str:
    """The text without its accents: in haste people leave them out."""
    if text.isascii():
        return text
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text)).replace("ł", "l")


def _as_latin(word: re.Match[str]) -> str:
    found = word.group()
    return found.translate(TWINS) if not found.isascii() and _LATIN.search(found) else found
