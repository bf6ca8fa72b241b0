"""A model that plans exactly the call a ticket is about: a loopback server of the chat-completions shape."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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
from deskgraph.prompts import Section, read

NAME = "openai-chat:gold"
_SECONDS_A_REQUEST = 0.02  # without it nothing would be in flight when a worker is killed
_WHY = "The list says so."


@contextmanager
def serving(calls: Sequence[Call]) -> Iterator[str]:
    """The address of a model that knows these calls, for as long as the context is open."""
    by_number = {call.number: call for call in calls}

    class Door(_Door):
        def decisions(self, sections: Sequence[Section]) -> list[Decision]:
            request = "\n".join(section.body for section in sections if section.name == "request")
            return _decisions(by_number.get(_number(request)), sections)

    server = _Server(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


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


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asked was killed: that is what this is for."""


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def decisions(self, sections: Sequence[Section]) -> list[Decision]:
        raise NotImplementedError

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        time.sleep(_SECONDS_A_REQUEST)
        offered = {tool["function"]["name"] for tool in request.get("tools", [])}
        made = self.decisions(read(str(request["messages"][-1]["content"])))
        decision = next((each for each in made if type(each).__name__ in offered), None)
        body = json.dumps(_completion(decision)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Nobody reads it."""


def _completion(decision: Decision | None) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "Nothing of this is on the list."}
    if decision is not None:
        function = {"name": type(decision).__name__, "arguments": decision.model_dump_json()}
        calls = [{"id": "call_1", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": "gold",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if decision else "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
