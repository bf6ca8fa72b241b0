"""Signing in and out: people by their password, customers by their link, and the first lead of a desk."""

from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from deskgraph import accounts
from deskgraph.console.rendering import page
from deskgraph.database import transaction
from deskgraph.errors import AccountExists, BadInput, DeskError, NotAllowed, TooManyTries, WrongPassword
from deskgraph.tickets import clean_address
from deskgraph.web.desk import Desk, OpenDesk
from deskgraph.web.letting_in import COOKIE, anybody, at_this_machine_only
from deskgraph.web.problems import KINDS

router = APIRouter(dependencies=[Depends(anybody)])

_HOME = "/desk"


@router.get("/sign-in")
async def form(next: str = "") -> Response:  # noqa: A002  # the name that addresses use
    """The form."""
    return _form("sign_in.html", next)


@router.post("/sign-in")
async def sign_in(desk: OpenDesk, request: Request) -> Response:
    """Let a person in by their password, to where they wanted to go."""
    given = await _given(request)
    try:
        token = await _by_password(desk, request, given["email"], given["password"])
    except (TooManyTries, WrongPassword) as error:
        return _form("sign_in.html", given["next"], error, given["email"])
    return _let_in(request, token, _own_address(given["next"]), desk.settings.session_hours)


@router.get("/sign-in/{token}")
async def by_link(desk: OpenDesk, request: Request, token: str) -> Response:
    """Let a customer in by the link that they were sent."""
    settings = desk.settings
    async with transaction(desk.pool) as conn:
        customer = accounts.customer_of_link(await accounts.signing_secret(conn), token, settings.link_hours)
        session = await accounts.open_session(conn, customer=customer, hours=settings.customer_hours)
    return _let_in(request, session, "/", settings.customer_hours)


@router.post("/sign-out")
async def sign_out(desk: OpenDesk, request: Request) -> Response:
    """End the session."""
    async with transaction(desk.pool) as conn:
        await accounts.close_session(conn, request.cookies.get(COOKIE, ""))
    gone = RedirectResponse("/sign-in", 303)
    gone.delete_cookie(COOKIE)
    return gone


@router.get("/first-lead")
async def first_form(desk: OpenDesk, request: Request) -> Response:
    """The form that makes the first lead, from this machine and once."""
    await _refuse_later(desk, request)
    return _form("first_lead.html", "")


@router.post("/first-lead")
async def first(desk: OpenDesk, request: Request) -> Response:
    """Make the first lead, and let them in."""
    await _refuse_later(desk, request)
    given = await _given(request)
    try:
        email = clean_address(given["email"])
        token = await _first_lead(desk, email, given["name"], given["password"])
    except (BadInput, AccountExists) as error:
        return _form("first_lead.html", "", error, given["email"])
    return _let_in(request, token, _HOME, desk.settings.session_hours)


async def _first_lead(desk: Desk, email: str, name: str, password: str) -> str:
    async with transaction(desk.pool) as conn:
        await accounts.hold_people(conn)
        if await accounts.has_lead(conn):
            raise AccountExists("The desk has a lead.", "Sign in.")
        least = desk.settings.password_length
        person = await accounts.add_person(conn, email, "lead", name=name, password=password, least=least)
        return await accounts.open_session(conn, person=person.id, hours=desk.settings.session_hours)


async def _by_password(desk: Desk, request: Request, email: str, password: str) -> str:
    """The token of a session. Each try is stored before it is made: one that is broken off counts, too."""
    settings, client = desk.settings, request.client.host if request.client else ""
    most, minutes = settings.sign_in_tries, settings.sign_in_minutes
    async with transaction(desk.pool) as conn:
        await accounts.count_try(conn, "account", email, most=most, minutes=minutes)
        await accounts.count_try(conn, "client", client, most=most, minutes=minutes)
    async with transaction(desk.pool) as conn:
        person = await accounts.with_password(conn, email, password)
        if person is None:
            raise WrongPassword("The address or the password is not right.", "Try again, or ask a lead.")
        await accounts.forget_tries(conn, "account", email)
        await accounts.forget_tries(conn, "client", client)
        return await accounts.open_session(conn, person=person.id, hours=settings.session_hours)


async def _refuse_later(desk: Desk, request: Request) -> None:
    at_this_machine_only(request)
    async with transaction(desk.pool) as conn:
        if await accounts.has_lead(conn):
            raise NotAllowed("The desk has a lead.", "Sign in at /sign-in.")


async def _given(request: Request) -> dict[str, str]:
    form = await request.form()
    fields = ("email", "name", "password", "next")
    return {name: value if isinstance(value := form.get(name), str) else "" for name in fields}


def _let_in(request: Request, token: str, to: str, hours: float) -> Response:
    """The cookie is kept from scripts and from other sites' pages, and from plain HTTP where there is a choice."""
    into = RedirectResponse(to, 303)
    secure = request.url.scheme == "https"
    into.set_cookie(COOKIE, token, max_age=int(hours * 3600), httponly=True, samesite="lax", secure=secure)
    return into


def _form(template: str, wanted: str, error: DeskError | None = None, email: str = "") -> Response:
    status = KINDS[error.code].status if error else 200
    told = str(error) if error else ""
    return page(
        template, status, here="", who=None, waiting=None, next=_own_address(wanted), error=told, email=email
    )


def _own_address(wanted: str) -> str:
    """An address of this desk; anything else is its first page."""
    parts = urlsplit(wanted)
    own = (
        wanted.startswith("/")
        and not wanted.startswith(("//", "/\\"))
        and not parts.netloc
        and not parts.scheme
    )
    return quote(wanted, safe="/?=&#%.-_~") if own else _HOME
