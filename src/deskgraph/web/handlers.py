"""Every way in which a request fails, told as a problem: JSON for programs, a page for browsers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import psycopg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from deskgraph.errors import DatabaseUnavailable, DeskError, NotSignedIn
from deskgraph.privacy import word
from deskgraph.web.problems import Fault, Problem, problem, problem_of, response

Page = Callable[[Request, Problem], Response]

_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}
_PAGES = {"desk", "static", "sign-in", "sign-out", "first-lead"}
_DETAILS = {
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "This address does not take that method.",
    "bad_request": "The body cannot be read: it has to be JSON in UTF-8.",
}


def install(app: FastAPI, page: Page) -> None:
    """Give the application its error handlers; `page` draws a problem for a person."""

    def tell(request: Request, of: Problem, headers: Mapping[str, str] | None = None) -> Response:
        return page(request, of) if _wants_page(request) else response(of, headers)

    async def desk_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, DeskError)
        if isinstance(error, NotSignedIn) and _wants_page(request) and request.method == "GET":
            wanted = quote(f"{request.url.path}?{request.url.query}".rstrip("?"), safe="")
            return RedirectResponse(f"/sign-in?next={wanted}", 303)
        return tell(request, problem_of(error))

    async def database_lost(request: Request, error: Exception) -> Response:
        lost = DatabaseUnavailable("The database went away in mid-request.", "Nothing was stored; try again.")
        return tell(request, problem_of(lost))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return tell(request, _invalid(error.errors()))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = _CODES.get(error.status_code, "bad_request" if error.status_code < 500 else "internal_error")
        return tell(request, problem(code, _DETAILS.get(code, str(error.detail))), error.headers)

    async def unexpected(request: Request, error: Exception) -> Response:
        return tell(
            request,
            problem("internal_error", "The desk failed in a way it did not expect; its log says more."),
        )

    app.add_exception_handler(DeskError, desk_error)
    app.add_exception_handler(psycopg.OperationalError, database_lost)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)


def _invalid(errors: Sequence[Any]) -> Problem:
    if any(error["type"] == "json_invalid" for error in errors):
        return problem("bad_json", "The body is not JSON.")
    if any(tuple(error["loc"]) == ("body",) and isinstance(error.get("input"), bytes) for error in errors):
        return problem(
            "bad_request", "The body is not sent as JSON.", "Say `Content-Type: application/json`."
        )
    faults = [Fault(where=_place(error["loc"]), what=str(error["msg"])) for error in errors[:20]]
    first = faults[0]
    return problem("validation", f"{first.where}: {first.what}", errors=faults)


def _place(parts: Sequence[int | str]) -> str:
    # Part by part: a name that no field has is the sender's own, and may be anything.
    return ".".join(word(part) if isinstance(part, str) else str(part) for part in parts)[:100]


def _wants_page(request: Request) -> bool:
    is_page = request.url.path == "/" or request.url.path.split("/")[1] in {
        "desk",
        "static",
        "tickets",
        "sign-in",
        "sign-out",
        "first-lead",
    }
    return is_page or (
        not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
    )
