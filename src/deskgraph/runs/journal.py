"""What a run's steps have done and the database does not know yet: their records and events, by the step's task.

They are written with the step's checkpoint, in one statement: a step that a kill undid leaves no trace, and one that is
kept is told.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from deskgraph.events import Event
from deskgraph.runs.rows import Step


@dataclass(frozen=True)
class Entry:
    """A step, and its events with the keys that make each of them one."""

    step: Step
    events: tuple[tuple[str, Event], ...]


class Journal:
    """The entries of one run, in the order in which its steps ended."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def note(self, task: str, entry: Entry) -> None:
        """Keep a step's entry until its task is written."""
        self._entries[task] = entry

    def take(self, task: str) -> Iterable[Entry]:
        """The entry of a task that is about to be written; it is given once."""
        entry = self._entries.pop(task, None)
        return () if entry is None else (entry,)

    def take_all(self) -> Iterable[Entry]:
        """What no task came for."""
        entries, self._entries = self._entries, {}
        return entries.values()
