"""JSON over HTTP: the API of the outer surface."""

from fastapi import APIRouter

from deskgraph.api import (
    approvals,
    customers,
    effects,
    graphs,
    health,
    later,
    metrics,
    runs,
    streams,
    tickets,
)
from deskgraph.web.problems import MEDIA_TYPE, Problem


def router() -> APIRouter:
    """All addresses of the API and of health, each with the problem that it may answer with."""
    problems = {
        code: {"description": "A problem", "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}}}
        for code in ("4XX", "5XX", 422)
    }
    whole = APIRouter(responses=problems)
    for part in (tickets, approvals, effects, customers, runs, streams, graphs, health, metrics, later):
        whole.include_router(part.router)
    return whole
