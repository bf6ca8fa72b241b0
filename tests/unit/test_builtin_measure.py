"""The builtin model on requests and questions that nobody here wrote; skipped where that data is absent.

The figures of the whole desk come from `make corpus`; here a change of the examples that hurts is seen in seconds.
"""

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.plan import plan
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.route import route_customer
from deskgraph.prompts import Section

Prompt = Callable[..., Reading]
DATA = Path(os.environ.get("DESKGRAPH_TEST_DATA", "../shared/data")).resolve()
TRIAGE, BANKING = DATA / "retail/triage.train.jsonl", DATA / "intents/banking77/train.csv"
HANDOVER = "transfer_to_human_agents"


def _tools() -> list[Section]:
    tasks = json.loads((DATA / "retail/tasks.train.json").read_text("utf-8"))
    calls = [call for task in tasks for call in task["evaluation_criteria"]["actions"]]
    arguments: dict[str, dict[str, object]] = {}
    for call in calls:
        arguments.setdefault(call["name"], {}).update(call["arguments"])
    return [_tool(name, given) for name, given in sorted(arguments.items()) if name != HANDOVER]


def _tool(name: str, given: dict[str, object]) -> Section:
    kinds = {key: {"type": "array" if isinstance(value, list) else "string"} for key, value in given.items()}
    reads = name.startswith(("get_", "find_", "calculate"))
    return Section(
        "tool",
        f"{name.replace('_', ' ').capitalize()}.\narguments: {json.dumps({'properties': kinds})}",
        labels={"name": name, "policy": "read_only" if reads else "needs_approval"},
    )


@pytest.mark.skipif(not TRIAGE.exists(), reason=f"no {TRIAGE}")
async def test_requests_to_a_shop_take_the_route_of_their_writing_calls(mind: Mind, prompt: Prompt) -> None:
    rows = [json.loads(line) for line in TRIAGE.read_text("utf-8").splitlines()]
    tools = _tools()
    routed = right = writing = proposed = 0
    for row in rows:
        wanted = set(row["write_tools"]) - {HANDOVER}
        asked = prompt(row["customer"], tools=tools)
        tool_route = type((await route_customer(asked, mind))[0]).__name__ == "UseToolForCustomer"
        name = getattr((await plan(asked, mind))[0], "tool", "") if tool_route else ""
        if wanted:
            writing, routed, right = writing + 1, routed + tool_route, right + (name in wanted)
        else:
            proposed += bool(name) and not name.startswith(("get_", "find_", "calculate"))
    assert routed >= 0.85 * writing
    assert right >= 0.65 * writing
    assert proposed <= (len(rows) - writing) / 3


@pytest.mark.skipif(not BANKING.exists(), reason=f"no {BANKING}")
async def test_a_banks_questions_are_searched_and_no_shop_tool_is_taken_for_them(
    mind: Mind, prompt: Prompt
) -> None:
    with BANKING.open(encoding="utf-8", newline="") as file:
        questions = [row["text"] for row in csv.DictReader(file)][::50]
    tools = _tools() if TRIAGE.exists() else []
    routes = [type((await route_customer(prompt(text, tools=tools), mind))[0]).__name__ for text in questions]
    assert routes.count("SearchForCustomer") >= 0.9 * len(routes)
    assert routes.count("UseToolForCustomer") <= 0.05 * len(routes)
