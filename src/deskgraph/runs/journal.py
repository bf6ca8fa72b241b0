"""What a run's steps have done and the database does not know yet: their records and events.

They are written with the checkpoints, in the same statement, and each has a key: a step that a kill undid and that runs
again is told once.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deskgraph.events import Event
from deskgraph.runs.rows import Step


@dataclass(frozen=True)
class Entry:
    """A step, and its events with the keys that make each of them one."""

    step: Step
    events: tuple[tuple[str, Event], ...]


class Journal:
    """The entries of one run, in the order in which its steps ended. `keep` writes what has been done so far, entries
    and checkpoints; whoever saves the run's checkpoints sets it."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self.keep: Callable[[], Awaitable[None]] = _nothing

    def note(self, entry: Entry) -> None:
        """A step has ended."""
        self._entries.append(entry)

    def take(self) -> list[Entry]:
        """What is to be written now; it is given once."""
        entries, self._entries = self._entries, []
        return entries


async def _nothing() -> None:
    """A run without a saver, such as one that is only drawn."""
