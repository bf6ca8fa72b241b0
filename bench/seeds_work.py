"""Fifty tickets with a piece of personal data each, worked by a desk in a process of its own that keeps all it says."""

import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from bench.seeds_model import RepeatingModel, serving

HERE = Path(__file__).parent
ROUTES = (
    "answered",
    "looked_up",
    "acted",
    "escalated",
    "clashed",
    "searched",
    "refused",
    "broke",
    "garbage",
    "unsent",
)
# Routes that end in what went wrong, and not in a model's own words.
_BROKEN = ("garbage", "unsent")
_MODEL = "openai-chat:repeating"
_OURS = ("DESKGRAPH_", "OTEL_", "LOGFIRE_")
_SECONDS = 180.0
_LOOK = 0.1
_NAMES = {
    "EMAIL": "address", "PHONE": "phone number", "CARD": "card", "IBAN": "account", "SSN": "social security number",
    "IP": "address on the net",
}  # fmt: skip


@dataclass(frozen=True)
class Seed:
    """One piece of personal data, in the ticket of one sender, on one route."""

    number: int
    kind: str
    text: str
    route: str

    @property
    def sender(self) -> str:
        return f"sender{self.number:02}@people.seeds.example"

    @property
    def letter(self) -> dict[str, str]:
        """The ticket's body."""
        text = f"Hello, my {_NAMES[self.kind]} is ‹{self.text}›, please help me: route {self.route}."
        return {"from": self.sender, "subject": f"Question {self.number}, route {self.route}", "text": text}


@dataclass
class Told:
    """What a desk told while the tickets were worked, by place, and what came of them."""

    places: dict[str, str] = field(default_factory=dict)
    tools: list[str] = field(default_factory=list)
    answers: dict[int, str] = field(default_factory=dict)
    outcomes: dict[int, str] = field(default_factory=dict)


def seeds() -> list[Seed]:
    """All of them, each on the next route."""
    kinds = tomllib.loads((HERE / "seeds.toml").read_text(encoding="utf-8"))
    pieces = [(kind, text) for kind, given in kinds.items() for text in given["seeds"]]
    routes = cycle(ROUTES)
    return [Seed(at, kind, text, next(routes)) for at, (kind, text) in enumerate(pieces, 1)]


def told(*, masked: bool, environment: dict[str, str] | None = None) -> Told:
    """Work the tickets on a desk of its own and gather what it tells."""
    # Not in a folder that only its owner may enter: as root the embedded server runs as somebody else.
    with tempfile.TemporaryDirectory(prefix="deskgraph-seeds-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with serving(RepeatingModel()) as model:
            found = Told()
            with _desk(folder, _environment(folder, model, masked) | (environment or {})) as http:
                _work(http, found)
                found.places["/metrics"] = http.get("/metrics").text
            for place in ("log", "spans", "standard error"):
                found.places[place] = (folder / place).read_text(encoding="utf-8")
            found.places["requests to models"] = "\n".join(map(_plain, model.bodies))
            found.tools = [json.loads(line) for line in (folder / "tools").read_text("utf-8").splitlines()]
            return found


def _environment(folder: Path, model: RepeatingModel, masked: bool) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    purposes = {f"DESKGRAPH_{name}_MODEL": _MODEL for name in ("ROUTING", "WRITING", "REVIEWING")}
    return (
        kept
        | purposes
        | {
            "DESKGRAPH_EMBEDDING_MODEL": "openai:repeating",
            "DESKGRAPH_HOME": str(folder / "home"),
            "DESKGRAPH_MASK": "routing,writing,reviewing,embedding" if masked else "",
            "OPENAI_BASE_URL": model.url,
            "OPENAI_API_KEY": "loopback-key-of-a-measurement",
            "PYTHONIOENCODING": "utf-8",
        }
    )


@contextmanager
def _desk(folder: Path, environment: dict[str, str]) -> Iterator[httpx.Client]:
    """A client of a desk in a process of its own."""
    with (folder / "standard error").open("wb") as errors:
        program = [sys.executable, "-m", "bench.seeds_desk", str(folder)]
        process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            cwd=HERE.parent,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            url = process.stdout.readline().decode().strip()
            if not url:
                raise RuntimeError((folder / "standard error").read_text(encoding="utf-8")[-2_000:])
            # A connection on which something broke is closed by the server: the next request takes another.
            with httpx.Client(base_url=url, timeout=30, headers={"connection": "close"}) as http:
                yield http
        finally:
            process.stdin.close()
            process.wait(60)
            process.stdout.close()


def _work(http: httpx.Client, found: Told) -> None:
    """Hand the tickets in, approve what waits, and ask for what is not there."""
    runs = {
        seed.number: http.post("/api/tickets", json=seed.letter).raise_for_status().json() for seed in seeds()
    }
    until = time.monotonic() + _SECONDS
    states: dict[int, dict[str, Any]] = {}
    while len(states) < len(runs) and time.monotonic() < until:
        _approve(http)
        for number, run in runs.items():
            shown = http.get(f"/api/runs/{run['run']}").json()
            if shown["state"] in ("done", "failed", "cancelled"):
                states[number] = shown
        time.sleep(_LOOK)
    found.outcomes = {
        number: f"{state['state']} {state['outcome'] or ''}".strip() for number, state in states.items()
    }
    broken = [seed.number for seed in seeds() if seed.route in _BROKEN]
    found.places["reasons of broken runs"] = "\n".join(str(states[number]["reason"]) for number in broken)
    for number, run in runs.items():
        ticket = http.get(f"/api/tickets/{run['ticket']}").json()
        texts = [said["text"] for said in ticket["messages"] if said["author"] != seeds()[number - 1].sender]
        if texts and "We have noted" in texts[-1]:
            found.answers[number] = texts[-1]
    found.places["bodies of errors"] = "\n".join(_errors(http))


def _approve(http: httpx.Client) -> None:
    """Approve each question, and settle what nobody knows."""
    for asked in http.get("/api/approvals").json():
        if asked["kind"] == "outcome":
            effect = asked["effect"] if "effect" in asked else asked["arguments"].get("effect")
            http.post(f"/api/effects/{effect}/settle", json={"happened": False})
        else:
            http.post(f"/api/approvals/{asked['id']}/decision", json={"decision": "approve"})


def _errors(http: httpx.Client) -> Iterator[str]:
    """What the doors answer to whoever puts the seeds where they do not belong."""
    for seed in seeds():
        for piece in (seed.text, seed.sender):
            at = quote(piece, safe="")
            yield _refused(http.get(f"/api/tickets/{at}"))
            yield _refused(http.get(f"/api/runs/{at}?customer={at}"))
            yield _refused(http.get(f"/api/graphs/{at}.mermaid"))
            yield _refused(
                http.get(f"/{at}", headers={"user-agent": piece.encode("ascii", "ignore").decode()})
            )
            yield _refused(
                http.post("/api/tickets", json={"from": f"{piece} {piece}", "subject": "", "text": "x"})
            )
            yield _refused(http.post("/api/tickets", json={"from": "", piece: piece, "text": "x"}))
            yield _refused(
                http.post("/api/tickets", content=piece.encode(), headers={"content-type": "text/plain"})
            )
            yield _refused(
                http.post("/api/approvals/1/decision", json={"decision": piece, "arguments": {piece: piece}})
            )
        # The pack's own part of an erasure breaks over a constraint.
        yield _refused(http.delete(f"/api/customers/{quote(seed.sender, safe='')}"))
        yield _refused(http.delete(f"/api/customers/{quote(seed.text, safe='')}?dry_run=true"))


def _refused(response: httpx.Response) -> str:
    return _plain(response.text) if response.status_code >= 400 else ""


def _plain(body: str) -> str:
    """A JSON body with its escapes read."""
    try:
        return json.dumps(json.loads(body), ensure_ascii=False)
    except ValueError:
        return body
