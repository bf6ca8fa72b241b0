"""Thank-yous and greetings, and the fixed sentences that the builtin model answers them and reports with."""

import re
from collections.abc import Sequence

from deskgraph.models.builtin.words import content, flat

_THANKS = re.compile(
    r"\b(?:thank|thanks|thx|cheers|appreciate|great|perfect|wonderful|awesome|brilliant|solved|sorted"
    r"|got it|bye|goodbye)\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)\b[\w\s,]{0,20}[.!]?\W*$",
    re.IGNORECASE,
)
_SURE = 0.45
_SHORT = 8  # words that carry meaning; a longer text says more than thanks

WELCOME = "You are welcome. Write again on this ticket whenever you need anything else."
HELLO = "Hello, and thank you for writing. What can we do for you?"
FOUND = "Thank you for your message. This is what our articles say:"
FOUND_TEAM = "This is what the articles say:"
EARLIER = "This was written on this ticket before:"
DONE = "It is done."
CORRECTED = "A colleague of ours changed the details before it was carried out."
REJECTED = "A colleague of ours looked at your request and could not approve it."
REFUSED = "We could not do this."
FAILED = "We tried to do this, and it did not work. Nothing was changed."
UNKNOWN = "We tried to do this, and a colleague is checking what became of it."
INCOMPLETE = "To do this we need a little more from you."
CANNOT_DO = "We have not done anything yet."

PHRASES = (
    WELCOME, HELLO, FOUND, FOUND_TEAM, EARLIER, DONE, CORRECTED, REJECTED, REFUSED, FAILED, UNKNOWN,
    INCOMPLETE, CANNOT_DO,
)  # fmt: skip
OPENINGS = (FOUND, FOUND_TEAM, EARLIER)  # they say nothing without what follows
_FLAT = frozenset(flat(phrase) for phrase in PHRASES)


def is_courtesy(text: str, wishes: Sequence[dict[str, float]]) -> bool:
    """Whether a text only thanks or greets. `wishes`: of the whole text first, then of its sentences."""
    if "?" in text or len(content(text)) > _SHORT or any(mark.isdigit() for mark in text):
        return False
    if _GREETING.match(text):
        return True
    meant = all(max(wish, key=lambda label: wish[label]) == "thanks" for wish in wishes)
    return meant and (wishes[0]["thanks"] >= _SURE or bool(_THANKS.search(text)))


def courtesy_reply(text: str) -> str:
    """The fixed reply to a text that only thanks or greets."""
    return WELCOME if _THANKS.search(text) else HELLO


def is_phrase(text: str) -> bool:
    """Whether a text is one of the fixed sentences, which say nothing that could be wrong."""
    return flat(text) in _FLAT
