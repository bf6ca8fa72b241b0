"""A paid model, faked at its HTTP door, that remembers nothing: the same question gets the same decision, however often
it is asked. What it decides stands in the words of the request.
"""

import json
import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
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

NAME = "openai-chat:scripted"
EMBEDDER = "openai:scripted"
# Seconds a decision takes, at least and at most, under the address that ends so.
PACES = {"quick": (0.0, 0.0), "slow": (0.02, 0.15)}
MARK = re.compile(r"\bno\. \d+")
_WHY = "The words say so."


@contextmanager
def answering(context: BaseContext) -> Iterator[str]:
    """The address of the model for as long as the context is open; the name of a pace belongs at its end."""
    ours, theirs = context.Pipe()
    process = context.Process(target=answer, args=(theirs,))  # type: ignore[attr-defined]  # typeshed: absent
    process.start()
    try:
        yield ours.recv()
    finally:
        process.kill()
        process.join()


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
    """Serve for good; tell the address through the door."""

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            time.sleep(random.uniform(*PACES[self.path.split("/")[1]]))
            reply = _embedded(request) if self.path.endswith("/embeddings") else _completion(request)
            body = json.dumps(reply).encode()
            # Who asked may have been killed meanwhile.
            with suppress(ConnectionError):
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    door.send(f"http://127.0.0.1:{server.server_port}")
    server.serve_forever()


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
