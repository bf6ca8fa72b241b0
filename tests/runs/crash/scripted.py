"""A paid model, faked at its HTTP door, that remembers nothing: the same question gets the same decision, however often
it is asked. What it decides stands in the words of the request.
"""

import json
import random
import re
import time
from multiprocessing.connection import Connection
from typing import Any

from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    AnswerTeam,
    CallTool,
    CannotAnswer,
    Claim,
    Classification,
    Decision,
    EscalateToPerson,
    PassDraft,
    RefineQuery,
    SearchForCustomer,
    SearchForTeam,
    UseToolForCustomer,
    UseToolForTeam,
)
from deskgraph.prompts import Section, read

from .loopback import Door, serve

NAME = "openai-chat:scripted"
EMBEDDER = "openai:scripted"
MARK = re.compile(r"\bno\. \d+")
_WHY = "The words say so."


def decide(offered: set[str], sections: list[Section]) -> Decision | None:
    """The decision for a prompt, among those that are offered."""
    request = "".join(section.body for section in sections if section.name == "request")
    for decision in _decisions(request.lower(), request, sections):
        if type(decision).__name__ in offered:
            return decision
    return None


def _decisions(words: str, request: str, sections: list[Section]) -> list[Decision]:
    return [
        Classification(category="product", priority="low", reasoning=_WHY),
        PassDraft(reasoning=_WHY),
        RefineQuery(query="lamp oil"),
        *_routes(words),
        _planned(words),
        _answer(words, request, sections),
    ]


def _routes(words: str) -> list[Decision]:
    if "a person" in words:
        return [EscalateToPerson(reason="They ask for a person."), AnswerTeam(reasoning=_WHY)]
    if "please light" in words:
        return [UseToolForCustomer(task=words, reasoning=_WHY), UseToolForTeam(task=words, reasoning=_WHY)]
    if "how long" in words:
        query = "burning time of a lamp"
        return [SearchForCustomer(query=query, reasoning=_WHY), SearchForTeam(query=query, reasoning=_WHY)]
    return [AnswerCustomer(reasoning=_WHY), AnswerTeam(reasoning=_WHY)]


def _planned(words: str) -> Decision:
    lamp, hours = re.search(r"l-\d+", words), re.search(r"(\d+) hours", words)
    arguments = {"lamp": lamp[0].upper() if lamp else "L-1", "hours": int(hours[1]) if hours else 1}
    return CallTool(tool="light_lamp", arguments=arguments, reasoning=_WHY)


def _answer(words: str, request: str, sections: list[Section]) -> Decision:
    """An answer that names what it answers, so that each message can be found in the one it got."""
    if "say nothing" in words:
        return CannotAnswer(reason="They ask for silence.")
    passages = tuple(int(section.labels["id"]) for section in sections if section.name == "passage")
    reports = [section for section in sections if section.name == "tool_report"]
    marks = ", ".join(dict.fromkeys(MARK.findall(request)))
    text = f"To {marks or 'your message'}: gladly."
    if reports:
        text = f"To {marks}: {reports[0].labels['status']}. {reports[0].body}"
    return Answer(claims=(Claim(text=text, passages=passages),), ask_approval="money" in words)


def answer(door: Connection) -> None:
    """Serve for good."""
    serve(_Model, door)


class _Model(Door):
    def answer(self, posted: bytes) -> bytes:
        request = json.loads(posted)
        time.sleep(random.uniform(*self.pace))
        reply = _embedded(request) if self.path.endswith("/embeddings") else _completion(request)
        return json.dumps(reply).encode()


def _embedded(request: dict[str, Any]) -> dict[str, Any]:
    """All texts mean the same: what is searched is found."""
    given = request["input"]
    count = 1 if isinstance(given, str) else len(given)
    vectors = [{"object": "embedding", "index": index, "embedding": [1.0, 0.0]} for index in range(count)]
    usage = {"prompt_tokens": count, "total_tokens": count}
    return {"object": "list", "data": vectors, "model": "scripted", "usage": usage}


def _completion(request: dict[str, Any]) -> dict[str, Any]:
    offered = {tool["function"]["name"] for tool in request.get("tools", [])}
    decision = decide(offered, read(str(request["messages"][-1]["content"])))
    message: dict[str, Any] = {"role": "assistant", "content": "I would rather talk."}
    if decision is not None:
        function = {"name": type(decision).__name__, "arguments": decision.model_dump_json()}
        message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
        }
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if decision else "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
