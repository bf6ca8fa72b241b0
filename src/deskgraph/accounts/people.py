"""People of the desk: added, changed, found."""

from dataclasses import dataclass
from datetime import datetime

from deskgraph.accounts.passwords import check_strength, hashed, matches
from deskgraph.accounts.roles import StaffRole
from deskgraph.database import Connection, load, many, one, run, value
from deskgraph.errors import AccountExists, NotFound

QUERIES = load(__file__)


@dataclass(frozen=True)
class Person:
    """One of the desk's people. `has_password` is false for one who cannot sign in yet."""

    id: int
    email: str
    name: str
    role: StaffRole
    has_password: bool
    created_at: datetime
    disabled_at: datetime | None


async def add_person(
    conn: Connection, email: str, role: StaffRole, *, name: str = "", password: str | None, least: int
) -> Person:
    """A new person. `email` is a checked address. Raises `AccountExists`, `WeakPassword`."""
    if password is not None:
        check_strength(password, least, about=(email, name))
    stored = None if password is None else await hashed(password)
    given = {"email": email, "name": name or email, "role": role, "password": stored}
    added = await one(conn, QUERIES["add_person"], Person, **given)
    if added is None:
        raise AccountExists("That address has an account.", "Change its role or password instead.")
    return added


async def people(conn: Connection) -> list[Person]:
    """All of them, by address."""
    return await many(conn, QUERIES["people"], Person)


async def has_lead(conn: Connection) -> bool:
    """Whether there is an account at all: until the first lead's, only this machine is served. It never turns back: a
    desk whose only lead is disabled does not stand open."""
    return bool(await value(conn, QUERIES["has_lead"]))


async def hold_people(conn: Connection) -> None:
    """Nobody else adds a person until the transaction ends: of two who would be the first, one is."""
    await run(conn, QUERIES["hold_people"])


async def by_email(conn: Connection, email: str) -> Person:
    """The person of this address. Raises `NotFound`."""
    found = await many(conn, QUERIES["by_email"], Person, email=email)
    if not found:
        raise NotFound("Nobody has that address here.", "`deskgraph user list` shows who does.")
    return found[0]


async def set_password(conn: Connection, person: Person, password: str, *, least: int) -> None:
    """Another password; whoever is signed in as them has to sign in again. Raises `WeakPassword`."""
    check_strength(password, least, about=(person.email, person.name))
    await run(conn, QUERIES["set_password"], id=person.id, password=await hashed(password))


async def set_role(conn: Connection, person: Person, role: StaffRole) -> None:
    """Another role, from their next request on."""
    await run(conn, QUERIES["set_role"], id=person.id, role=role)


async def disable(conn: Connection, person: Person) -> None:
    """Let nobody in as them any more: sessions end, keys are revoked. What they did stays."""
    await run(conn, QUERIES["disable"], id=person.id)


async def with_password(conn: Connection, email: str, password: str) -> Person | None:
    """The person whose password this is; None for a wrong one as for an unknown address, after the same time."""
    stored = await value(conn, QUERIES["stored_password"], email=email)
    return await by_email(conn, email) if await matches(stored, password) else None
