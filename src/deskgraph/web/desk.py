"""What a door needs of an open desk, which is wired above the doors: they know it by this shape."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol

from fastapi import Depends, Path, Request

from deskgraph.database import Pool
from deskgraph.effects import Approval, Effect
from deskgraph.events import Announcer
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.staff import Erased, Finding, Ruling, Said, Taken
from deskgraph.tickets import Submitted
from deskgraph.web.ids import number


class Health(Protocol):
    """Whether the desk can do its work."""

    @property
    def pending(self) -> Sequence[str]: ...
    @property
    def worker_seen(self) -> bool: ...
    @property
    def search_mode(self) -> str: ...


class Desk(Protocol):
    """An open desk, as a door sees it."""

    @property
    def settings(self) -> Settings: ...
    @property
    def pool(self) -> Pool: ...
    @property
    def announcer(self) -> Announcer: ...

    async def submit(
        self,
        sender: str,
        subject: str,
        text: str | bytes,
        *,
        ticket_id: int | None = None,
        idempotency_key: str | None = None,
        models: Mapping[str, str] | None = None,
    ) -> Submitted: ...

    async def ask(
        self, ticket_id: int, text: str | bytes, *, by: str, models: Mapping[str, str] | None = None
    ) -> Submitted: ...

    async def rule(self, approval_id: int, ruling: Ruling, *, by: str) -> Approval: ...
    async def take(self, ticket_id: int, *, by: str) -> Taken: ...
    async def reply(self, ticket_id: int, text: str | bytes, *, by: str, key: str | None = None) -> Said: ...
    async def note(self, ticket_id: int, text: str | bytes, *, by: str, key: str | None = None) -> Said: ...
    async def handback(self, ticket_id: int, text: str | bytes, *, by: str) -> Submitted: ...
    async def settle(self, effect_id: int, found: Finding, *, by: str) -> Effect: ...
    async def cancel(self, run_id: int, *, by: str) -> Run: ...
    async def erase(self, who: int | str, *, dry_run: bool = False) -> Erased: ...
    async def resume(self, run_id: int) -> Run: ...
    async def health(self) -> Health: ...
    def graph_names(self) -> list[str]: ...
    def diagram(self, name: str, *, boxes: bool = False) -> str: ...


def open_desk_of(request: Request) -> Desk:
    """The desk that this application serves."""
    desk: Desk = request.app.state.desk
    return desk


def number_in_path(raw: Annotated[str, Path(alias="id")]) -> int:
    """The address's `{id}`."""
    return number(raw)


OpenDesk = Annotated[Desk, Depends(open_desk_of)]
Id = Annotated[int, Depends(number_in_path)]
