"""Passwords: hashed by argon2id, checked in constant effort."""

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from deskgraph.errors import WeakPassword

# More would let a request keep a processor busy.
_MOST = 1_000


@cache
def _hasher() -> PasswordHasher:
    """The library's defaults follow RFC 9106: 64 MiB, three passes."""
    return PasswordHasher()


@cache
def _nobodys() -> str:
    return _hasher().hash("nobody has this password")


def check_strength(password: str, least: int, *, about: tuple[str, ...] = ()) -> None:
    """Raise `WeakPassword` for one that is shorter than `least` characters, longer than anybody types, of few signs, or
    one of the words `about` its person."""
    if not least <= len(password) <= _MOST:
        raise WeakPassword(
            f"A password has {least} to {_MOST} characters.", "A few words in a row are a good one."
        )
    if len(set(password)) < 5 or password.lower() in {word.lower() for word in about}:
        raise WeakPassword("That password is guessed at once.", "A few words in a row are a good one.")


async def hashed(password: str) -> str:
    """The hash to store. It takes a processor some 50 ms, in a thread of its own."""
    return await asyncio.to_thread(_hasher().hash, password)


async def matches(stored: str | None, password: str) -> bool:
    """Whether this is the password. Without a stored hash it takes as long: nobody learns who has an account."""
    return await asyncio.to_thread(_matches, stored, password)


def _matches(stored: str | None, password: str) -> bool:
    try:
        _hasher().verify(stored or _nobodys(), password[:_MOST])
    except (VerifyMismatchError, InvalidHashError):
        return False
    return stored is not None
