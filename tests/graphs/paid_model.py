"""A paid model, faked at its HTTP door: a loopback server of the chat-completions shape that says what it is told.

A test tells it decisions; each request offers output tools by the decisions' names, and gets the first decision told
that it offers. A request that offers none of them gets prose, which is no valid decision.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from deskgraph.decisions import Decision


class PaidModel:
    """What it was told to say, and every request that reached it."""

    def __init__(self) -> None:
        self.told: list[Decision] = []
        self.requests: list[dict[str, Any]] = []
        self.url = ""
        self._held: dict[str, threading.Event] = {}

    def say(self, *decisions: Decision) -> None:
        """Queue decisions; each is given once, to the first request that offers it."""
        self.told.extend(decisions)

    def hold(self, decision: type[Decision], until: threading.Event) -> None:
        """Let requests that offer this decision wait: the model is slow."""
        self._held[decision.__name__] = until

    def was_asked(self, decision: type[Decision]) -> bool:
        """Whether any request offered this decision."""
        return any(decision.__name__ in _offered(request) for request in self.requests)

    def asked(self, decision: type[Decision]) -> int:
        """How many requests offered this decision."""
        return sum(decision.__name__ in _offered(request) for request in self.requests)

    def prompts(self) -> list[str]:
        """The last user message of each request."""
        return [str(request["messages"][-1]["content"]) for request in self.requests]

    def prompt_of(self, decision: type[Decision]) -> str:
        """The prompt of the last request that offered this decision."""
        offering = [request for request in self.requests if decision.__name__ in _offered(request)]
        return str(offering[-1]["messages"][-1]["content"])

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        self.requests.append(request)
        offered = _offered(request)
        for name in offered & self._held.keys():
            self._held[name].wait(30)
        for index, decision in enumerate(self.told):
            if type(decision).__name__ in offered:
                del self.told[index]
                return {"role": "assistant", "content": None, "tool_calls": [_call(decision)]}
        return {"role": "assistant", "content": "I would rather talk."}


def _offered(request: dict[str, Any]) -> set[str]:
    return {tool["function"]["name"] for tool in request.get("tools", [])}


def _call(decision: Decision) -> dict[str, Any]:
    function = {"name": type(decision).__name__, "arguments": decision.model_dump_json()}
    return {"id": "call_1", "type": "function", "function": function}


@contextmanager
def serving(model: PaidModel) -> Iterator[PaidModel]:
    """The model at a loopback address for as long as the context is open."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            body = json.dumps(_completion(model.reply(request))).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            # Who asked may have been killed meanwhile.
            with suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """Tests are silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _completion(message: dict[str, Any]) -> dict[str, Any]:
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
    }
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [choice],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
