"""People, their passwords, sessions and keys, on a real database."""

import asyncio

import pytest

from deskgraph import accounts
from deskgraph.accounts import Who
from deskgraph.database import Connection, Pool, transaction
from deskgraph.errors import AccountExists, BadLink, NotFound, TooManyTries, WeakPassword
from deskgraph.settings import Settings
from deskgraph.worker.retention import prune

PASSWORD = "four lamps on a shelf"


async def person(conn: Connection, email: str = "Ada@example.com") -> accounts.Person:
    return await accounts.add_person(conn, email, "lead", name="Ada", password=PASSWORD, least=10)


async def test_a_person_signs_in_by_their_password_whatever_the_case_of_their_address(
    conn: Connection,
) -> None:
    added = await person(conn)
    assert await accounts.with_password(conn, "ADA@EXAMPLE.COM", PASSWORD) == added


@pytest.mark.parametrize(
    ("email", "password"), [("ada@example.com", "wrong lamps"), ("bob@example.com", PASSWORD)]
)
async def test_a_wrong_password_and_an_unknown_address_are_the_same(
    conn: Connection, email: str, password: str
) -> None:
    await person(conn)
    assert await accounts.with_password(conn, email, password) is None


async def test_no_password_is_stored(conn: Connection) -> None:
    await person(conn)
    row = await (await conn.execute("select password from person")).fetchone()
    assert row is not None
    assert row["password"].startswith("$argon2id$")


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "ada@example.com", "x" * 1_001])
async def test_a_password_that_is_guessed_at_once_is_refused(conn: Connection, password: str) -> None:
    with pytest.raises(WeakPassword):
        await accounts.add_person(conn, "ada@example.com", "staff", password=password, least=10)


async def test_an_address_has_one_account(conn: Connection) -> None:
    await person(conn)
    with pytest.raises(AccountExists):
        await person(conn, "ada@EXAMPLE.com")


async def test_the_door_that_the_first_account_shuts_stays_shut_when_it_is_disabled(conn: Connection) -> None:
    assert not await accounts.has_lead(conn)
    added = await person(conn)
    assert await accounts.has_lead(conn)
    await accounts.set_role(conn, added, "staff")
    assert await accounts.has_lead(conn)
    await accounts.disable(conn, added)
    assert await accounts.has_lead(conn)


async def test_a_session_is_known_by_its_token_until_it_is_closed(conn: Connection) -> None:
    added = await person(conn)
    token = await accounts.open_session(conn, person=added.id, hours=1)
    assert await accounts.signed_in(conn, token) == Who("lead", added.id, "Ada@example.com", "Ada")
    await accounts.close_session(conn, token)
    assert await accounts.signed_in(conn, token) is None


async def test_a_session_ends_by_itself_and_is_deleted_later_with_old_tries(
    pool: Pool, settings: Settings
) -> None:
    async with transaction(pool) as conn:
        added = await person(conn)
        over = await accounts.open_session(conn, person=added.id, hours=-48)
        open_ = await accounts.open_session(conn, person=added.id, hours=1)
        await accounts.count_try(conn, "sign-in", "ada@example.com", most=3, minutes=15)
        await conn.execute("update attempt set at = now() - interval '2 days'")
        assert await accounts.signed_in(conn, over) is None
    dry, pruned = await prune(pool, settings, dry=True), await prune(pool, settings)
    assert dry is not None
    assert pruned is not None
    assert {name: n for name, n in pruned.counts.items() if n} == {"sessions": 1, "sign_in_tries": 1}
    assert dry.counts == pruned.counts
    async with transaction(pool) as conn:
        assert await accounts.signed_in(conn, open_) is not None


@pytest.mark.parametrize("end", ["password", "disable"])
async def test_another_password_and_a_disabled_account_end_its_sessions(conn: Connection, end: str) -> None:
    added = await person(conn)
    token = await accounts.open_session(conn, person=added.id, hours=1)
    if end == "password":
        await accounts.set_password(conn, added, "another long password", least=10)
    else:
        await accounts.disable(conn, added)
    assert await accounts.signed_in(conn, token) is None


async def test_a_role_counts_from_the_next_request(conn: Connection) -> None:
    added = await person(conn)
    token = await accounts.open_session(conn, person=added.id, hours=1)
    await accounts.set_role(conn, added, "staff")
    who = await accounts.signed_in(conn, token)
    assert who is not None
    assert who.role == "staff"


async def test_a_key_lets_in_within_its_scopes_until_it_is_revoked(conn: Connection) -> None:
    added = await person(conn)
    key = await accounts.make_key(conn, added, "reports", {"read"})
    who = await accounts.holder(conn, key)
    assert who is not None
    assert (who.email, who.scopes) == ("Ada@example.com", frozenset(["read"]))
    (listed,) = await accounts.keys(conn)
    assert listed.used_at is not None
    await accounts.revoke_key(conn, listed.id)
    assert await accounts.holder(conn, key) is None


async def test_no_key_and_no_token_is_stored(conn: Connection) -> None:
    added = await person(conn)
    key = await accounts.make_key(conn, added, "reports", {"read"})
    token = await accounts.open_session(conn, person=added.id, hours=1)
    rows = await (await conn.execute("select k::text || s::text as row from api_key k, session s")).fetchall()
    assert not any(secret in row["row"] for row in rows for secret in (key, token))


async def test_a_key_of_somebody_who_is_let_in_no_more_is_none(conn: Connection) -> None:
    added = await person(conn)
    key = await accounts.make_key(conn, added, "reports", {"read"})
    await accounts.disable(conn, added)
    assert await accounts.holder(conn, key) is None


async def test_an_unknown_key_cannot_be_revoked(conn: Connection) -> None:
    with pytest.raises(NotFound):
        await accounts.revoke_key(conn, 4711)


async def test_a_link_lets_one_customer_in_until_it_is_old(conn: Connection) -> None:
    secret = await accounts.signing_secret(conn)
    token = accounts.link_token(secret, 7)
    assert accounts.customer_of_link(secret, token, hours=1) == 7
    for changed, hours in ((token, -1), (token[:-1], 1), ("8" + token, 1), ("", 1)):
        with pytest.raises(BadLink):
            accounts.customer_of_link(secret, changed, hours=hours)


async def test_two_processes_that_need_the_secret_at_once_have_one(pool: Pool) -> None:
    async def secret() -> str:
        async with transaction(pool) as conn:
            return await accounts.signing_secret(conn)

    assert len(set(await asyncio.gather(*(secret() for _ in range(8))))) == 1


async def test_tries_are_counted_for_each_and_forgotten_when_it_works(conn: Connection) -> None:
    for _ in range(3):
        await accounts.count_try(conn, "sign-in", "ada@example.com", most=3, minutes=15)
    await accounts.count_try(conn, "sign-in", "bob@example.com", most=3, minutes=15)
    with pytest.raises(TooManyTries):
        await accounts.count_try(conn, "sign-in", "ADA@example.com", most=3, minutes=15)
    await accounts.forget_tries(conn, "sign-in", "ada@example.com")
    await accounts.count_try(conn, "sign-in", "ada@example.com", most=3, minutes=15)
