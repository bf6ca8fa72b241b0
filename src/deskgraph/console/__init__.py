"""The customer's portal and the team's pages. Drawn on the server; they work without a script."""

from fastapi import APIRouter

from deskgraph.console import approvals, assets, inbox, people, portal, sign_in, ticket
from deskgraph.console.problem import problem_page

__all__ = ["problem_page", "router"]


def router() -> APIRouter:
    """All pages, and the stylesheet."""
    whole = APIRouter(include_in_schema=False)
    for part in (portal, inbox, ticket, people, approvals, sign_in, assets):
        whole.include_router(part.router)
    return whole
