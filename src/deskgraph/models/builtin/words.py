"""Words, sentences and clauses: how the builtin model cuts up a text."""

import re
from collections.abc import Iterable

_SENTENCE = re.compile(
    r"(?<=[.!?;])[\"')\]]*\s+(?=[\"'(]?[A-Z0-9#*\-])|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|(?<=[!?])\s+"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|mr|mrs|ms|dr|st|no|nr|approx|vs|inc|ltd|co)\.|\b[A-Z]\.)$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STOPPED = """
    a an and are as at be been but by can could did do does for from get got had has have he her hi hello
    him his
    how i if in into is it its just me my no not of on or our please she should so some than that the
    their them then
    there these they this those to too us was we were what when where which who why will with would you
    your yours
    am any about also all dear thanks thank regards ok okay really very want need like know help
"""
_STOP = frozenset(_STOPPED.split())
_SUFFIXES = (
    ("ations", ""), ("ation", ""), ("ements", ""), ("ement", ""), ("ments", ""), ("ment", ""), ("ingly", ""),
    ("ings", ""), ("ing", ""), ("ied", "y"), ("ies", "y"), ("edly", ""), ("ed", ""), ("ers", ""), ("er", ""),
    ("ly", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip


def words(text: str) -> list[str]:
    """The words in order, lower-case; numbers count as words, an apostrophe stays inside its word."""
    return [match.group().lower().replace("’", "'") for match in _WORD.finditer(text)]


def stem(word: str) -> str:
    """A rough stem: enough that `cancelled`, `cancelling` and `cancel` meet."""
    for suffix, ending in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word[: -len(suffix)] + ending
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousf":
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def content(text: str) -> set[str]:
    """Stems of the words that carry meaning."""
    return {stem(word) for word in words(text) if word not in _STOP and len(word) > 1}


def sentences(text: str) -> list[str]:
    """Sentences and list items, trimmed, in order. Abbreviations and decimal points end none."""
    found: list[str] = []
    for piece in filter(None, (part.strip() for part in _SENTENCE.split(text))):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return found


def flat(text: str) -> str:
    """For comparing quotes: lower-case, every run of white space, markup and punctuation one space."""
    return " ".join(words(text))


def numbers(text: str) -> set[str]:
    """The numbers of a text, without separators, as they would be compared."""
    return {number.replace(",", "").rstrip(".") for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}


def unique(texts: Iterable[str]) -> list[str]:
    """The texts, each once, in order of first use, without empty ones."""
    return list(dict.fromkeys(text for text in texts if text))
