"""One statement for all that a step leaves: checkpoint, blobs, writes, step records and events, under the fence."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from psycopg.types.json import Jsonb

from deskgraph.database.storable import storable
from deskgraph.runs.journal import Entry

Write = tuple[str, str, str, str, str, int, str, str, bytes]
Blob = tuple[str, str, str, str, str, bytes | None]


@dataclass
class Batch:
    """Rows of one namespace of a thread that wait to be written together."""

    checkpoint: dict[str, Any] | None = None
    blobs: list[Blob] = field(default_factory=list)
    writes: dict[tuple[str, str, int], Write] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def add_writes(self, rows: Iterable[Write]) -> None:
        """As the table would take them: a regular write (index 0 and up) once, a special one as it was put last."""
        for row in rows:
            key = (row[2], row[3], row[5])
            if row[5] < 0 or key not in self.writes:
                self.writes[key] = row

    def __bool__(self) -> bool:
        return bool(self.checkpoint or self.writes or self.entries)

    def parameters(self, run_id: int, subject: str) -> dict[str, Any]:
        """The arrays of the statement `save`."""
        events = [(key, event) for entry in self.entries for key, event in entry.events]
        steps = [entry.step for entry in self.entries]
        columns: dict[str, Any] = {
            "run_id": run_id,
            "subject": subject,
            "checkpoint": None,
            "thread_id": None,
            "checkpoint_ns": None,
            "checkpoint_id": None,
            "parent_id": None,
            "metadata": None,
            **(self.checkpoint or {}),
        }
        columns |= _columns("blob", self.blobs, ("thread", "ns", "channel", "version", "type", "value"))
        names = ("thread", "ns", "checkpoint", "task", "path", "idx", "channel", "type", "value")
        columns |= _columns("write", list(self.writes.values()), names)
        rows = [
            (
                step.key,
                step.node,
                step.decision,
                Jsonb(storable(step.detail)),
                step.model,
                step.tokens,
                step.ms,
            )
            for step in steps
        ]
        columns |= _columns("step", rows, ("key", "node", "decision", "detail", "model", "tokens", "ms"))
        told = [
            (key, event.type, event.audience, Jsonb(storable(event.model_dump(mode="json"))))
            for key, event in events
        ]
        return columns | _columns("event", told, ("key", "type", "audience", "payload"))


def _columns(prefix: str, rows: list[Any], names: tuple[str, ...]) -> dict[str, list[Any]]:
    return {f"{prefix}_{name}": [row[place] for row in rows] for place, name in enumerate(names)}
