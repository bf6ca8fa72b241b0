"""The corpus: its stub tools are the gold calls', and its figures count what they say."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bench.corpus import FIGURES
from bench.data import Case, DataAbsentError, banking_questions, folder, retail_requests
from bench.retail import RETAIL
from bench.work import Result

WORKED = Result(
    case=Case("retail-0", "write", "Please cancel my order."),
    state="parked",
    outcome="parked: tool",
    decisions=("Classification", "UseToolForCustomer", "CallTool"),
    proposed="cancel_pending_order",
    retrieved=frozenset(),
    cited=frozenset(),
    reason="",
)


def figure(name: str, *results: Result) -> float | None:
    (found,) = [figure for figure in FIGURES if figure.name == name]
    return found.value(results)


def gold_calls() -> dict[str, set[str]]:
    try:
        tasks: list[dict[str, Any]] = json.loads(
            (folder("retail") / "tasks.train.json").read_text(encoding="utf-8")
        )
    except DataAbsentError as absent:
        pytest.skip(str(absent))
    found: dict[str, set[str]] = {}
    for task in tasks:
        for action in task["evaluation_criteria"]["actions"]:
            found.setdefault(action["name"], set()).update(action["arguments"])
    return found


def test_the_stub_tools_have_the_names_and_arguments_of_the_gold_calls() -> None:
    gold = gold_calls()
    del gold["transfer_to_human_agents"]  # a route of the graph
    assert {tool.name: set(tool.schema["properties"]) for tool in RETAIL.tools} == gold


def test_the_cases_are_those_the_figures_are_about() -> None:
    try:
        requests, questions = retail_requests(), banking_questions()
    except DataAbsentError as absent:
        pytest.skip(str(absent))
    assert len(requests) == 74
    assert [case.expected for case in requests].count("no write") == 4
    assert len(questions) == 200
    assert len({case.text for case in questions}) == 200


def test_a_figure_about_nothing_is_null_and_does_not_hold() -> None:
    assert [figure.value([]) for figure in FIGURES] == [None] * len(FIGURES)
    assert not any(figure.holds(None) for figure in FIGURES)


def test_a_run_that_failed_counts_as_neither_done_nor_parked() -> None:
    assert figure("failed_or_stuck", WORKED, replace(WORKED, state="failed")) == 0.5


def test_a_citation_counts_only_when_it_was_retrieved() -> None:
    question = Case("banking-0", "question", "Where is my card?")
    answered = replace(WORKED, case=question, state="done", outcome="answered", retrieved=frozenset({1, 2}))
    cited = replace(answered, cited=frozenset({2}))
    made_up = replace(answered, cited=frozenset({2, 3}))
    assert figure("answered_with_citation", cited, made_up, answered, cited) == 0.5


def test_the_tool_route_counts_for_requests_that_have_a_writing_call() -> None:
    searched = replace(WORKED, decisions=("Classification", "SearchForCustomer"))
    asked = replace(WORKED, case=Case("retail-24", "no write", "What did I order?"))
    assert figure("tool_route", WORKED, searched, asked) == 0.5
    assert figure("write_proposed_for_nothing", WORKED, searched, asked) == 1.0
