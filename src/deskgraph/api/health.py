"""Whether the process lives, and whether the desk can do its work."""

import asyncio

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from deskgraph.errors import BadMigration, DatabaseUnavailable
from deskgraph.web.desk import Health, OpenDesk
from deskgraph.web.letting_in import anybody
from deskgraph.web.problems import problem, response

router = APIRouter(tags=["health"], dependencies=[Depends(anybody)])


class Alive(BaseModel):
    """The process answers."""

    status: str = "ok"


@router.get("/healthz")
async def healthz() -> Alive:
    """The process; says nothing of the database."""
    return Alive()


@router.get("/readyz")
async def readyz(desk: OpenDesk) -> Response:
    """Database, migrations, a worker seen. 503 with the reason while one is missing."""
    try:
        async with asyncio.timeout(desk.settings.health_seconds):
            health = await desk.health()
    except (DatabaseUnavailable, TimeoutError):
        lost = problem("database_unavailable", "The database does not answer.", more={"database": False})
        return response(lost)
    except BadMigration as error:
        # Another version migrated the database: this process has to be replaced.
        return response(problem("not_ready", str(error), more={"database": True}))
    found = {
        "database": True,
        "pending": list(health.pending),
        "worker_seen": health.worker_seen,
        "search_mode": health.search_mode,
    }
    missing = _missing(health)
    if missing:
        return response(problem("not_ready", missing, more=found))
    return JSONResponse({"status": "ready", **found})


def _missing(health: Health) -> str:
    if health.pending:
        return f"Migrations are pending: {', '.join(health.pending)}. Run `deskgraph migrate`."
    if not health.worker_seen:
        return "No worker is alive. Run `deskgraph worker`, or `serve` without --no-worker."
    return ""
