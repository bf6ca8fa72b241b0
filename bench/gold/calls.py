"""The writing calls of some tasks, each with the user it is made for."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.gold.reference import CHANGES, Book

_MARK = "(Request {} of the list.)"


@dataclass(frozen=True)
class Call:
    """One writing call. `number` tells it apart among all that are read; `user` is whose ticket it is."""

    number: int
    task: str
    name: str
    arguments: Mapping[str, Any]
    words: str
    user: str

    @property
    def text(self) -> str:
        """What the customer writes."""
        return f"{self.words}\n\n{_MARK.format(self.number)}".strip()

    def by(self, user: str) -> "Call":
        """The same call on another user's ticket."""
        return replace(self, user=user)


def marked(text: str) -> int | None:
    """The number of the call that a customer's words are about."""
    before, after = _MARK.split("{}")
    number = text.rpartition(before)[2].partition(after)[0]
    return int(number) if number.isdecimal() else None


def read_calls(file: Path, book: Book) -> list[Call]:
    """The writing calls of a file, in its order: a JSON list of tasks, or a JSON object a line with `calls`."""
    text = file.read_text(encoding="utf-8")
    tasks = [json.loads(line) for line in text.splitlines()] if file.suffix == ".jsonl" else json.loads(text)
    found: list[Call] = []
    for task in tasks:
        writes = [action for action in _actions(task) if action["name"] in CHANGES]
        owners = [_owner(action["arguments"], book) for action in writes]
        known = next(filter(None, owners), next(iter(book["users"])))
        found += [
            Call(
                len(found) + n,
                str(task["id"]),
                write["name"],
                write["arguments"],
                _words(task),
                owner or known,
            )
            for n, (write, owner) in enumerate(zip(writes, owners, strict=True))
        ]
    return found


def alone(calls: Iterable[Call]) -> list[list[Call]]:
    """The calls in as few lots as it takes that no two tasks of a lot touch the same user: what a user has is no
    other user's, so each task finds its part of the book as nobody has touched it."""
    tasks: dict[str, list[Call]] = {}
    for call in calls:
        tasks.setdefault(call.task, []).append(call)
    lots: list[tuple[set[str], list[Call]]] = []
    for task in tasks.values():
        users = {call.user for call in task}
        lot = next((lot for lot in lots if not users & lot[0]), None)
        if lot is None:
            lots.append(lot := (set(), []))
        lot[0].update(users)
        lot[1].extend(task)
    return [calls for _, calls in lots]


def foreign(calls: Sequence[Call], book: Book) -> list[Call]:
    """Each call on the ticket of a user whom it is none of the business of."""
    users = list(book["users"])
    return [call.by(users[(users.index(call.user) + 1) % len(users)]) for call in calls]


def _actions(task: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    if "calls" in task:
        return list(task["calls"])
    return (task.get("evaluation_criteria") or {}).get("actions") or []


def _owner(arguments: Mapping[str, Any], book: Book) -> str | None:
    order = book["orders"].get(arguments.get("order_id", ""))
    user = order["user_id"] if order else arguments.get("user_id")
    return user if user in book["users"] else None


def _words(task: Mapping[str, Any]) -> str:
    instructions = (task.get("user_scenario") or {}).get("instructions") or {}
    told = instructions.get("reason_for_call") if isinstance(instructions, dict) else instructions
    return str(task.get("customer") or told or "")
