"""What happens to a ticket or a run, as it happens."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query
from starlette.responses import Response

from deskgraph import runs
from deskgraph.database import transaction
from deskgraph.errors import BadInput
from deskgraph.events import Audience
from deskgraph.tickets import get_ticket
from deskgraph.web.desk import Id, OpenDesk
from deskgraph.web.letting_in import TEAM, Guest, customer_of
from deskgraph.web.streams import MEDIA_TYPE, EventStream, Streams, Topic, read, streams_of

router = APIRouter(prefix="/api", tags=["events"])

_LARGEST = 2**63 - 1
_SENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events, oldest first.", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}
}
_OVER: dict[int | str, dict[str, Any]] = {
    204: {"description": "The run has ended, and everything of it was sent: do not come back."}
}


def position(
    last_event_id: Annotated[str | None, Header(description="Number of the last event that arrived.")] = None,
    after: Annotated[int, Query(ge=0, le=_LARGEST, description="The same, for a first connection.")] = 0,
) -> int:
    """The number after which the reader wants events. The header counts: a browser that comes back sends both."""
    if not last_event_id:
        return after
    whole = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) <= 19
    if whole and int(last_event_id) <= _LARGEST:
        return int(last_event_id)
    raise BadInput("Last-Event-ID is no number of an event.", "Send the `id` that arrived last, or none.")


OpenStreams = Annotated[Streams, Depends(streams_of)]
After = Annotated[int, Depends(position)]


@router.get("/tickets/{id}/events", response_class=Response, responses=_SENT)
async def ticket_events(
    desk: OpenDesk,
    who: Guest,
    streams: OpenStreams,
    ticket_id: Id,
    after: After,
    audience: Audience = "team",
) -> Response:
    """A ticket's events from the first or from after a number, then each as it happens. The stream stays open;
    `audience=customer` leaves out what only the team may see, as it is left out for customers whatever they ask for."""
    customer = customer_of(who)
    async with transaction(desk.pool) as conn:
        found = await get_ticket(conn, ticket_id, customer_id=customer)
    seen: Audience = audience if customer is None else "customer"
    return EventStream(streams, Topic(runs.subject_key(found.id), audience=seen), after)


@router.get(
    "/runs/{id}/events", response_class=Response, responses=_SENT | _OVER, dependencies=[Depends(TEAM)]
)
async def run_events(desk: OpenDesk, streams: OpenStreams, run_id: Id, after: After) -> Response:
    """A run's events from the first or from after a number, then each as it happens. The stream ends with the run;
    204 tells a browser that comes back that there is no more."""
    async with transaction(desk.pool) as conn:
        topic = Topic(runs.subject_of(await runs.get(conn, run_id)), run_id=run_id)
        left = await read(conn, topic, after)
    if left.ended and not left.events:
        return Response(status_code=204)
    return EventStream(streams, topic, after)
