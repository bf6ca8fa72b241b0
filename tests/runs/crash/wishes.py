"""What the customers of a storm write. The words say what is ruled on it and how its run ends."""

import re

from deskgraph.staff import Ruling

from .routes import APPROVE, Asked
from .scripted import MARK

# The first is what the impatient write while they wait: it changes nothing of what else is asked for.
WISHES = (
    "thank you.",
    "how long does a lamp burn?",
    "please light lamp L-7 for 3 hours.",
    "please light lamp L-8 for 30 hours.",
    "please light lamp L-13 for 3 hours.",
    "I want my money back.",
    "please light lamp L-9 for 5 hours, or I want my money back.",
    "I want my money back at once.",
)
# After these a person answers.
LAST = ("I want to speak to a person.", "I want my money, and I have a lawyer.")

_TOO_LONG, _BROKEN, _RUDE, _LAWYER = "30 hours", "l-13", "at once", "lawyer"


def ruling_on(kind: Asked, request: str) -> Ruling:
    """What a person says to a question about this request."""
    words = request.lower()
    match kind:
        case "tool" if _TOO_LONG in words:
            return Ruling(approve=True, arguments={"lamp": "L-8", "hours": 2})
        case "tool" if _BROKEN in words:
            return Ruling(approve=False, note="It is broken.")
        case "reply" if _LAWYER in words:
            return Ruling(approve=False, note="I will call them.")
        case "reply" if _RUDE in words:
            return Ruling(approve=True, text=f"To {', '.join(MARK.findall(request))}: today.")
        case _:
            return APPROVE


def outcome_of(request: str) -> str:
    """How the run of this request ends when nobody has to be asked what happened."""
    words = request.lower()
    if "a person" in words:
        return "escalated"
    if re.search("please light", words):
        return "rejected" if _BROKEN in words else "acted"
    return "rejected" if _LAWYER in words else "answered"
