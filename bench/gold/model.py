"""A model that plans exactly the call a ticket is about."""

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from bench import door
from bench.gold.calls import Call, marked
from deskgraph.decisions import (
    Answer,
    CallTool,
    CannotAnswer,
    Claim,
    Classification,
    Decision,
    PassDraft,
    UseToolForCustomer,
)
from deskgraph.prompts import Section

NAME = "openai-chat:gold"
_SECONDS_A_REQUEST = 0.02  # without it nothing would be in flight when a worker is killed
_WHY = "The list says so."


@contextmanager
def serving(calls: Sequence[Call]) -> Iterator[str]:
    """The address of a model that knows these calls, for as long as the context is open."""
    by_number = {call.number: call for call in calls}

    def decide(sections: Sequence[Section], offered: Collection[str]) -> Decision | None:
        time.sleep(_SECONDS_A_REQUEST)
        request = "\n".join(section.body for section in sections if section.name == "request")
        return door.first_offered(_decisions(by_number.get(_number(request)), sections), offered)

    with door.serving(decide) as address:
        yield address


def _number(request: str) -> int:
    found = marked(request)
    return -1 if found is None else found


def _decisions(call: Call | None, sections: Sequence[Section]) -> list[Decision]:
    """One of each kind; the request says which kinds it takes."""
    found: list[Decision] = [
        Classification(category="order", priority="normal", reasoning=_WHY),
        UseToolForCustomer(task="What the list says.", reasoning=_WHY),
        PassDraft(reasoning=_WHY),
        *(
            Answer(claims=(Claim(text=section.body),))
            for section in sections
            if section.name == "tool_report"
        ),
        CannotAnswer(reason="No tool has reported."),
    ]
    if call is not None:
        found.append(CallTool(tool=call.name, arguments=dict(call.arguments), reasoning=_WHY))
    return found
