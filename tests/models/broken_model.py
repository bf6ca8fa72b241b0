"""A provider that misbehaves: a loopback server that does, for each model's name, what a test tells it.

It speaks the three interfaces that matter (chat completions, OpenAI's responses, Anthropic's messages). A model without
faults answers with the first decision it was told that a request offers.
"""

import json
import socket
import struct
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any

from deskgraph.decisions import Decision

Door = BaseHTTPRequestHandler
Fault = Callable[[Door], None]
Words = dict[str, Any]


class BrokenModel:
    """What its models do wrong, what they say, and each attempt that reached them."""

    def __init__(self) -> None:
        self.url = ""
        self.released = threading.Event()
        self.attempts: defaultdict[str, list[float]] = defaultdict(list)
        self.requests: list[Words] = []
        self._faults: dict[str, list[Fault]] = {}
        self._says: dict[str, list[Decision | Words]] = {}
        self._holds_after: dict[str, int] = {}
        self._open = 0
        self._changed = threading.Condition()

    def breaks(self, model: str, *faults: Fault, for_good: bool = False) -> None:
        """What happens to this model's requests: one fault each, then it is well, or the last one for good."""
        self._faults[model] = [*faults, *(faults[-1:] * 1_000 if for_good else ())]

    def says(self, model: str, *said: "Decision | Words") -> None:
        """What this model answers with: decisions, or messages in the interface's own words."""
        self._says.setdefault(model, []).extend(said)

    def holds(self, model: str, after: int) -> None:
        """After so many attempts this model is silent, until `released`."""
        self._holds_after[model] = after

    def reached(self, model: str, attempts: int) -> bool:
        """Wait until so many attempts have come."""
        with self._changed:
            return self._changed.wait_for(lambda: self.count(model) >= attempts, 10)

    def count(self, model: str) -> int:
        """How many attempts at this model there were."""
        return len(self.attempts[model])

    def gaps(self, model: str) -> list[float]:
        """Seconds between one attempt and the next."""
        times = self.attempts[model]
        return [after - before for before, after in pairwise(times)]

    def all_left(self) -> bool:
        """Wait until no request is open any more."""
        with self._changed:
            return self._changed.wait_for(lambda: self._open == 0, 10)

    def take(self, door: Door) -> None:
        """Serve one request."""
        request = json.loads(door.rfile.read(int(door.headers["content-length"])))
        model = request["model"]
        self.requests.append(request)
        self.attempts[model].append(time.monotonic())
        with self._counted(), suppress(ConnectionError):
            if faults := self._faults.get(model):
                faults.pop(0)(door)
            elif self.released.is_set() or len(self.attempts[model]) <= self._holds_after.get(
                model, 1_000_000
            ):
                send(door, 200, self._answer(door.path, model, request))
            else:
                silence(self)(door)

    def _answer(self, path: str, model: str, request: Words) -> Words:
        if path.endswith("/embeddings"):
            return _embeddings(model, request["input"])
        tools = [tool.get("function", tool)["name"] for tool in request.get("tools", [])]
        said = self._says.get(model, [])
        for index, each in enumerate(said):
            if not isinstance(each, Decision) or type(each).__name__ in tools:
                del said[index]
                return reply(path, model, each)
        return reply(path, model, {"content": "I would rather talk."})

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._changed:
            self._open += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._open -= 1
                self._changed.notify_all()


def reply(path: str, model: str, said: "Decision | Words") -> Words:
    """A whole reply of the interface at this path, of 1,000 tokens in and 100 out. What is no decision are parts of a
    chat message, with `finish_reason` and `usage` for the reply."""
    if path.endswith("/messages"):
        return _anthropic(model, said)
    if path.endswith("/responses"):
        return _responses(model, said)
    if isinstance(said, Decision):
        said = {"content": None, "tool_calls": [call(type(said).__name__, said.model_dump_json())]}
    usage = said.pop("usage", {"prompt_tokens": 1_000, "completion_tokens": 100, "total_tokens": 1_100})
    finish = said.pop("finish_reason", "tool_calls" if said.get("tool_calls") else "stop")
    choice = {"index": 0, "message": {"role": "assistant", **said}, "finish_reason": finish}
    about = {"id": "completion", "object": "chat.completion", "created": 0, "model": model}
    return {**about, "choices": [choice], **({"usage": usage} if usage else {})}


def call(name: str, arguments: str, number: int = 1) -> Words:
    """A tool call of a chat message."""
    return {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}


def _anthropic(model: str, said: "Decision | Words") -> Words:
    block: Words = {"type": "text", "text": "I would rather talk."}
    if isinstance(said, Decision):
        given = said.model_dump(mode="json")
        block = {"type": "tool_use", "id": "toolu_1", "name": type(said).__name__, "input": given}
    usage = {"input_tokens": 1_000, "output_tokens": 100}
    about = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "stop_sequence": None}
    return {**about, "content": [block], "stop_reason": "tool_use", "usage": usage}


def _responses(model: str, said: "Decision | Words") -> Words:
    assert isinstance(said, Decision)
    about = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "status": "completed"}
    output = {**about, "name": type(said).__name__, "arguments": said.model_dump_json()}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    usage = {"input_tokens": 1_000, "output_tokens": 100, "total_tokens": 1_100, **details}
    rest = {"parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "status": "completed"}
    return {
        "id": "r",
        "object": "response",
        "created_at": 0,
        "model": model,
        "output": [output],
        "usage": usage,
    } | rest


def _embeddings(model: str, texts: list[str]) -> Words:
    """All texts mean the same here."""
    data = [{"object": "embedding", "index": index, "embedding": [1.0, 0.0]} for index, _ in enumerate(texts)]
    usage = {"prompt_tokens": 10, "total_tokens": 10}
    return {"object": "list", "model": model, "data": data, "usage": usage}


def send(door: Door, status: int, body: "Words | bytes", headers: Mapping[str, str] | None = None) -> None:
    """A whole answer."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    door.send_response(status)
    for name, value in {"content-type": "application/json", **(headers or {})}.items():
        door.send_header(name, value)
    door.send_header("content-length", str(len(content)))
    door.end_headers()
    door.wfile.write(content)


def status(code: int, headers: Mapping[str, str] | None = None) -> Fault:
    """An error, with a body that nobody may repeat to a person."""
    body = {"error": {"message": "the key sk-secret is wrong", "type": "overloaded_error"}, "type": "error"}
    return lambda door: send(door, code, body, headers)


def body(content: bytes, **headers: str) -> Fault:
    """An answer with status 200 that is none."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda door: send(door, 200, content, named)


def reset(door: Door) -> None:
    """The connection is reset in the middle of the body."""
    door.send_response(200)
    door.send_header("content-length", "1000")
    door.end_headers()
    door.wfile.write(b'{"id":')
    door.wfile.flush()
    door.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    door.close_connection = True
    door.connection.close()


def hang_up(door: Door) -> None:
    """The connection is closed without a word."""
    door.close_connection = True
    door.connection.shutdown(socket.SHUT_RDWR)


def trickle(door: Door) -> None:
    """A reply that never ends: one byte after the other, each in time."""
    door.send_response(200)
    door.send_header("content-type", "application/json")
    door.end_headers()
    while True:
        door.wfile.write(b" ")
        door.wfile.flush()
        time.sleep(0.02)  # the fault itself


def flood(door: Door) -> None:
    """A reply without end, as fast as it is taken."""
    door.send_response(200)
    door.send_header("content-type", "application/json")
    door.end_headers()
    door.wfile.write(b'{"id":"')
    while True:
        door.wfile.write(b"x" * 65_536)


@contextmanager
def serving(model: BrokenModel) -> Iterator[BrokenModel]:
    """The models at a loopback address for as long as the context is open."""

    class Opened(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_POST(self) -> None:
            model.take(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """Tests are silent."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A connection that a test broke is no error."""

    server = Server(("127.0.0.1", 0), Opened)
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def silence(model: BrokenModel) -> Fault:
    """Not even a header, until the test is over."""

    def wait(_: Door) -> None:
        model.released.wait(30)

    return wait
