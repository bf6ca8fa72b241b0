"""Public data that nobody here wrote; it is read where it lies and never committed."""

import csv
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskgraph.knowledge import Article

_PROJECT = Path(__file__).parents[1]
_EVERY = 50
_HANDOVER = "transfer_to_human_agents"


class DataAbsentError(Exception):
    """A folder of the data is not there."""


@dataclass(frozen=True)
class Case:
    """One message, and what its data says should become of it."""

    name: str
    expected: str
    text: str


def folder(*names: str) -> Path:
    """A folder of the data. Raises DataAbsentError and says how to name another place."""
    path = (_PROJECT / os.environ.get("DESKGRAPH_TEST_DATA", "../shared/data")).joinpath(*names).resolve()
    if not path.exists():
        raise DataAbsentError(f"{path} is not there; DESKGRAPH_TEST_DATA names the folder of the data.")
    return path


def retail_requests() -> list[Case]:
    """Requests to a shop, by what the gold calls do: write, only look up, or hand over to a person."""
    lines = (folder("retail") / "triage.train.jsonl").read_text(encoding="utf-8").splitlines()
    return [_request(json.loads(line)) for line in lines]


def retail_policy() -> list[Article]:
    body = (folder("retail") / "policy.md").read_text(encoding="utf-8")
    return [Article("retail/policy.md", body)]


def banking_questions() -> list[Case]:
    """Every 50th question: 200 of them, spread over the intents."""
    with (folder("intents", "banking77") / "train.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Case(f"banking-{number}", "question", row["text"])
        for number, row in enumerate(rows)
        if number % _EVERY == 0
    ][:200]


def banking_handbook() -> list[Article]:
    lines = (folder("retrieval", "tau2-banking") / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    documents = [json.loads(line) for line in lines]
    return [Article(f"banking/{entry['id']}", entry["text"], entry["title"]) for entry in documents]


def _request(row: dict[str, Any]) -> Case:
    writes = [name for name in row["write_tools"] if name != _HANDOVER]
    expected = "write" if writes else "person" if row["escalate"] else "no write"
    return Case(row["id"], expected, f"{row['customer']}\n\n{row['known']}")
