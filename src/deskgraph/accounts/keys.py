"""API keys: of a person, for some uses, until they are revoked."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from deskgraph.accounts.people import QUERIES, Person
from deskgraph.accounts.roles import Role, Scope, Who
from deskgraph.accounts.tokens import KEY_PREFIX, digest, fresh
from deskgraph.database import Connection, many, run, value
from deskgraph.errors import NotFound


@dataclass(frozen=True)
class Key:
    """What is known of a key; its text is shown once and never stored."""

    id: int
    name: str
    person: str
    scopes: list[Scope]
    created_at: datetime
    used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True)
class _Held:
    role: Role
    id: int
    email: str
    name: str
    scopes: list[Scope]


async def make_key(conn: Connection, person: Person, name: str, scopes: Collection[Scope]) -> str:
    """The text of a new key. It may do what its person may, within its scopes."""
    key = fresh(KEY_PREFIX)
    await run(
        conn, QUERIES["make_key"], digest=digest(key), name=name, person=person.id, scopes=sorted(scopes)
    )
    return key


async def keys(conn: Connection) -> list[Key]:
    """All keys, the newest first."""
    return await many(conn, QUERIES["keys"], Key)


async def revoke_key(conn: Connection, key_id: int) -> None:
    """Let nobody in by it any more. Raises `NotFound`."""
    if await value(conn, QUERIES["revoke_key"], id=key_id) is None:
        raise NotFound(f"There is no key {key_id}.", "`deskgraph user keys` shows those there are.")


async def holder(conn: Connection, key: str) -> Who | None:
    """Who comes with this key; None when it is unknown, revoked, or theirs who may not come in any more."""
    if not key.startswith(KEY_PREFIX):
        return None
    found = await many(conn, QUERIES["holder"], _Held, digest=digest(key))
    return next(
        (Who(each.role, each.id, each.email, each.name, frozenset(each.scopes)) for each in found), None
    )
