"""The routes of a message, each as what a customer or a colleague writes and what a person then rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from deskgraph.staff import Ruling

Asked = Literal["tool", "reply"]
APPROVE = Ruling(approve=True)


@dataclass(frozen=True)
class Route:
    """`texts` are written one after the other: those after the first when the run waits for a person, or, where none is
    asked, when it is done. `rulings` are what a person says to each kind of question. `outcome` is how a run ends that
    works its first text."""

    name: str
    texts: tuple[str, ...]
    outcome: str
    rulings: Mapping[Asked, Ruling] = field(default_factory=dict)
    lane: Literal["customer", "team"] = "customer"


LIGHT = "no. 1: please light lamp L-7 for 3 hours."
CORRECTED = {"lamp": "L-7", "hours": 2}

_ROUTES = (
    Route("answer", ("no. 1: thank you for the lamp.",), "answered"),
    Route("search", ("no. 1: how long does a lamp burn?",), "answered"),
    Route("tool approved", (LIGHT,), "acted", {"tool": APPROVE}),
    Route("tool corrected", (LIGHT,), "acted", {"tool": Ruling(approve=True, arguments=CORRECTED)}),
    Route("tool rejected", (LIGHT,), "rejected", {"tool": Ruling(approve=False, note="Not today.")}),
    Route("escalated", ("no. 1: I want to speak to a person.",), "escalated"),
    Route(
        "second message",
        (LIGHT, "no. 2: thank you already.", "no. 3: how long does it burn?"),
        "acted",
        {"tool": APPROVE},
    ),
    Route("draft approved", ("no. 1: I want my money back.",), "answered", {"reply": APPROVE}),
    Route(
        "draft corrected",
        ("no. 1: I want my money back.",),
        "answered",
        {"reply": Ruling(approve=True, text="To no. 1: you get it back today.")},
    ),
    Route(
        "draft rejected",
        ("no. 1: I want my money back.",),
        "rejected",
        {"reply": Ruling(approve=False, note="I will call them.")},
    ),
    Route(
        "call and draft",
        ("no. 1: please light lamp L-7 for 3 hours, or I want my money back.",),
        "acted",
        {"tool": APPROVE, "reply": APPROVE},
    ),
    Route("team question", ("no. 1: how long does a lamp burn?",), "answered", lane="team"),
    Route("team, tool approved", (LIGHT,), "acted", {"tool": APPROVE}, lane="team"),
    Route("cannot answer", ("no. 1: say nothing.",), "escalated"),
)

ROUTES = {route.name: route for route in _ROUTES}
