"""What steps leave, on its way into one statement: checkpoints, blobs, writes, step records and events."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from psycopg.types.json import Jsonb

from deskgraph.database.storable import storable
from deskgraph.events import Event
from deskgraph.runs.journal import Entry
from deskgraph.runs.rows import Step

Write = tuple[str, str, str, str, str, int, str, str, bytes]
Blob = tuple[str, str, str, str, str, bytes | None]


@dataclass
class Batch:
    """Rows of a run that wait to be written together."""

    checkpoints: list[list[Any]] = field(default_factory=list)
    blobs: list[Blob] = field(default_factory=list)
    writes: dict[tuple[str, str, str, str, int], Write] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def add_writes(self, rows: Iterable[Write]) -> None:
        """As the table would take them: a regular write (index 0 and up) once, a special one as it was put last."""
        for row in rows:
            key = (*row[:4], row[5])
            if row[5] < 0 or key not in self.writes:
                self.writes[key] = row

    def followed_by(self, later: "Batch") -> "Batch":
        """These rows, and then the later ones."""
        self.checkpoints += later.checkpoints
        self.blobs += later.blobs
        self.add_writes(later.writes.values())
        self.entries += later.entries
        return self

    def __bool__(self) -> bool:
        return bool(self.checkpoints or self.writes or self.entries)

    def parameters(self) -> dict[str, Any]:
        """What the statement `save` takes: rows as one JSON document a table, and the blobs beside them."""
        writes = list(self.writes.values())
        events = [told for entry in self.entries for told in entry.events]
        return {
            "checkpoints": Jsonb(self.checkpoints),
            "blobs": Jsonb([row[:5] for row in self.blobs]),
            "blob_values": [row[5] for row in self.blobs],
            "writes": Jsonb([row[:8] for row in writes]),
            "write_values": [row[8] for row in writes],
            "steps": Jsonb([_step(entry.step) for entry in self.entries]),
            "events": Jsonb([_event(key, event) for key, event in events]),
        }


def _step(step: Step) -> list[Any]:
    return [step.key, step.node, step.decision, storable(step.detail), step.model, step.tokens, step.ms]


def _event(key: str, event: Event) -> list[Any]:
    return [key, event.type, event.audience, storable(event.model_dump(mode="json"))]
