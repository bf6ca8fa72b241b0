"""A problem as a page."""

from fastapi import Request
from starlette.responses import Response

from deskgraph.console.rendering import page
from deskgraph.web.problems import Problem


def problem_page(request: Request, problem: Problem) -> Response:
    """What went wrong, for a person. Asks the database nothing: it may be what is away."""
    headers = {"Retry-After": "1"} if problem.status == 503 else {}
    return page("problem.html", problem.status, headers, problem=problem, here="", waiting=None, who=None)
