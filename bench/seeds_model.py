"""A provider on loopback that repeats what it reads: it takes the piece between angle brackets for the customer's data,
and puts it into whatever it decides. What it does is what the letter says after `route`."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_DATA = re.compile("‹([^›]*)›")
_ROUTE = re.compile(r"route ([a-z_]+)")
Given = dict[str, Any]


class RepeatingModel:
    """Every body that reached it, as text."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[str] = []

    def answer(self, body: str) -> Given:
        """One reply of the chat interface, or of the one for embeddings."""
        self.bodies.append(body)
        request = json.loads(body)
        if "input" in request:
            count = range(len(request["input"]))
            vectors = [{"object": "embedding", "index": at, "embedding": [1.0, 0.5]} for at in count]
            about = {"object": "list", "model": request["model"]}
            return {**about, "data": vectors, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        read = "\n".join(str(message.get("content")) for message in request["messages"])
        data, route = _DATA.findall(read), _ROUTE.findall(read)
        offered = [tool["function"]["name"] for tool in request.get("tools", [])]
        said = _message(offered, data[-1] if data else "nothing", route[-1] if route else "answered")
        choice = {"index": 0, "message": {"role": "assistant", **said}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": request["model"],
            "choices": [choice],
            "usage": usage,
        }


def _message(offered: list[str], data: str, route: str) -> Given:
    if route == "garbage" and "Classification" not in offered:
        return {"content": f"I would rather talk about {data}."}
    name, arguments = _decision(offered, data, route)
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": name, "arguments": json.dumps(arguments)},
    }
    return {"content": None, "tool_calls": [call]}


def _decision(offered: list[str], data: str, route: str) -> tuple[str, Given]:
    why = f"It is about {data}."
    known: dict[str, Given] = {
        "Classification": {"category": "other", "priority": "normal", "reasoning": why},
        "CallTool": {"tool": route, "arguments": {"value": data}, "reasoning": why},
        "KeepQuery": {"reason": why},
        "Answer": {"claims": [{"text": f"We have noted {data}.", "passages": []}]},
        "PassDraft": {"reasoning": why},
    }
    for name, arguments in known.items():
        if name in offered:
            return name, arguments
    match route:
        case "answered":
            return "AnswerCustomer", {"reasoning": why}
        case "searched":
            return "SearchForCustomer", {"query": f"noted {data}", "reasoning": why}
        case "escalated":
            return "EscalateToPerson", {"reason": why}
        case _:
            return "UseToolForCustomer", {"task": f"Note {data}.", "reasoning": why}


@contextmanager
def serving(model: RepeatingModel) -> Iterator[RepeatingModel]:
    """The model at a loopback address for as long as the context is open."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            content = json.dumps(model.answer(body)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """Only the table is told."""

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
