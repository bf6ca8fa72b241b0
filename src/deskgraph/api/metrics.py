"""Figures for whoever watches over the desk, in Prometheus' text format."""

import asyncio
from typing import Any

from fastapi import APIRouter, Depends
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from deskgraph.api.gauges import Rows, exposed, rows
from deskgraph.api.streams import OpenStreams
from deskgraph.database import transaction
from deskgraph.errors import DatabaseUnavailable
from deskgraph.telemetry import measurements
from deskgraph.web.desk import Desk, OpenDesk
from deskgraph.web.letting_in import WATCHERS

router = APIRouter(tags=["health"], dependencies=[Depends(WATCHERS)])
_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "Metrics", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get("/metrics", response_class=Response, responses=_TEXT)
async def metrics(desk: OpenDesk, streams: OpenStreams) -> Response:
    """Metrics. Without a database those of this process alone, and `deskgraph_database_up 0`."""
    gauges = exposed(await _rows(desk), streams.open)
    return Response(gauges + measurements(), media_type=CONTENT_TYPE_LATEST)


async def _rows(desk: Desk) -> Rows | None:
    try:
        async with asyncio.timeout(desk.settings.health_seconds), transaction(desk.pool) as conn:
            return await rows(conn, desk.settings.lease_seconds)
    except (DatabaseUnavailable, TimeoutError):
        return None
