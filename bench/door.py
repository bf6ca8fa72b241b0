"""A loopback server of the chat-completions shape: whoever measures says what the model behind it decides."""

import json
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from deskgraph.decisions import Decision
from deskgraph.prompts import Section, read

# What a model reads and the names of the decisions it may take, to the one it takes; None is a reply that is none.
Decide = Callable[[Sequence[Section], Collection[str]], Decision | None]
_PROSE = "Nothing of this is on the list."


@contextmanager
def serving(decide: Decide) -> Iterator[str]:
    """The address of a model that decides so, for as long as the context is open."""

    class Door(_Door):
        def decision(self, request: dict[str, Any]) -> Decision | None:
            offered = [tool["function"]["name"] for tool in request.get("tools", [])]
            return decide(_sections(request["messages"]), offered)

    server = _Server(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _sections(messages: Sequence[dict[str, Any]]) -> list[Section]:
    """What the model is told, as a section of its own, then those of the prompt."""
    told = [
        Section("told", str(each["content"]), trusted=True) for each in messages if each["role"] == "system"
    ]
    shown = "\n\n".join(str(each["content"]) for each in messages if each["role"] == "user")
    return [*told, *read(shown)]


def first_offered(made: Sequence[Decision], offered: Collection[str]) -> Decision | None:
    """The first of these decisions that the request takes."""
    return next((each for each in made if type(each).__name__ in offered), None)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asked may have been killed: measurements do that."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A reply is one packet: without it each waits for the acknowledgement of its head.
    wbufsize = -1

    def decision(self, request: dict[str, Any]) -> Decision | None:
        raise NotImplementedError

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps(_completion(request["model"], self.decision(request))).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Nobody reads it."""


def _completion(model: str, decision: Decision | None) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": _PROSE}
    if decision is not None:
        function = {"name": type(decision).__name__, "arguments": decision.model_dump_json()}
        calls = [{"id": "call_1", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if decision else "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
