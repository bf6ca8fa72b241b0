"""Who asks, and whether they may: every address says for whom it is.

Until the desk has a lead, whoever is at this machine may do all; from then on everybody says who they are, by a session
or by a key.
"""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from deskgraph import accounts
from deskgraph.accounts import Role, Who
from deskgraph.database import transaction
from deskgraph.errors import NotAllowed, NotSignedIn
from deskgraph.web.desk import Desk, OpenDesk
from deskgraph.web.loopback import is_loopback

COOKIE = "deskgraph_session"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_SIGN_IN = "Sign in at /sign-in, or send a key: `Authorization: Bearer KEY`."


@dataclass(frozen=True)
class Allowed:
    """Lets in who has one of these roles, and a key only for what its scopes name. With `here`, whoever is at this
    machine, without a look at the database."""

    roles: frozenset[Role]
    here: bool = False

    async def __call__(self, request: Request, desk: OpenDesk) -> Who:
        if self.here and _is_here(request):
            return _at_this_machine(request)
        who = await who_asks(request, desk)
        if who.role not in self.roles:
            raise NotAllowed(f"This is not for the role {who.role}.", "Ask a colleague whose role it is.")
        needed = "read" if request.method in _READING else "write"
        if needed not in who.scopes:
            raise NotAllowed(f"This key may not {needed}.", f"Make one with the scope {needed}.")
        return who


def anybody() -> None:
    """For an address that is for everybody, signed in or not: it gives nothing of anybody's."""


EVERYBODY = Allowed(frozenset(("customer", *accounts.STAFF_ROLES)))
TEAM = Allowed(frozenset(accounts.STAFF_ROLES))
LEADS = Allowed(frozenset(("lead", "developer")))
WATCHERS = Allowed(TEAM.roles, here=True)
CUSTOMERS = Allowed(frozenset(("customer",)))
Customer = Annotated[Who, Depends(CUSTOMERS)]
Guest = Annotated[Who, Depends(EVERYBODY)]
Colleague = Annotated[Who, Depends(TEAM)]
Lead = Annotated[Who, Depends(LEADS)]


async def who_asks(request: Request, desk: Desk) -> Who:
    """Who sent this request. Raises `NotSignedIn`."""
    key, token = _bearer(request), request.cookies.get(COOKIE)
    async with transaction(desk.pool) as conn:
        # A key that is sent has to be right: whoever sends one does not mean to be let in by something else.
        if key is not None:
            found = await accounts.holder(conn, key)
        else:
            found = await accounts.signed_in(conn, token) if token else None
            if found is None and _is_here(request) and not await accounts.has_lead(conn):
                found = _at_this_machine(request)
    if found is None:
        raise NotSignedIn("Nobody is signed in." if key is None else "That key lets nobody in.", _SIGN_IN)
    return found


def may_name_others(request: Request, who: Who) -> bool:
    """Whether a customer's address is believed because they name it: from this machine, or by a key that may."""
    at_this_machine = who.role != "customer" and _is_here(request)
    return at_this_machine or "submit_for_others" in who.scopes


def at_this_machine_only(request: Request) -> None:
    """Raise `NotAllowed` for a request from another machine."""
    if not _is_here(request):
        raise NotAllowed("This is done from the desk's own machine.", "`deskgraph user add` does it, too.")


def customer_of(who: Who) -> int | None:
    """The customer whose records alone they may see; None for the team, who see all."""
    return who.id if who.role == "customer" else None


def _bearer(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


def _is_here(request: Request) -> bool:
    return request.client is not None and is_loopback(request.client.host)


def _at_this_machine(request: Request) -> Who:
    """Without accounts: one who may do all, named by the door they came through."""
    door = "api" if request.url.path.startswith("/api") else "console"
    return Who("developer", 0, "", door, frozenset(accounts.SCOPES))
