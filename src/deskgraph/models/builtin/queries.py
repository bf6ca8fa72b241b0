"""A search query from a message: what is asked, without greetings, names and numbers."""

import re

from deskgraph.models.builtin.asks import own_words
from deskgraph.models.builtin.words import content, sentences, stem, words

_IDS = re.compile(r"\S*@\S+|https?://\S+|#?\b[A-Za-z]{0,5}[-_]?\d{3,}[\w-]*\b|(?<=\s)#\S+")
_OPENING = re.compile(
    r"^\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings)\b[^.,!?\n]{0,30}[.,!\n]\s*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:^|\n|(?<=[.!?]) )\s*(?:thanks|thank you|many thanks|best|kind|warm|regards|cheers|sincerely"
    r"|yours)\b[^.?!\n]{0,60}[.!]?"
    r"(?:\n.{0,40})?\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?i:my name is|i am|i'm)\s+(?:[A-Z][\w'-]+\s*){1,3}(?:and\b)?", re.ASCII)
LONGEST = 500


def query_of(text: str) -> str:
    """What to look for: never empty, at most 500 characters; the questions first where a letter is longer."""
    plain = _CLOSING.sub("", _OPENING.sub("", own_words(text)))
    plain = " ".join(_IDS.sub(" ", _NAMED.sub(" ", plain)).split())
    if len(plain) > LONGEST:
        parts = sentences(plain)
        asked = [part for part in parts if "?" in part]
        plain = " ".join([*asked, *(part for part in parts if part not in asked)])
    return (plain if content(plain) else " ".join(text.split()))[:LONGEST].strip() or "help"


def keywords(text: str) -> str:
    """The words that carry meaning, as they were written, each once."""
    plain = query_of(text)
    told = content(plain)
    return " ".join(dict.fromkeys(word for word in words(plain) if stem(word) in told))[:LONGEST]
