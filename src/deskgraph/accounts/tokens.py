"""Secrets that are handed out once and known again by their digest."""

import hashlib
import secrets

KEY_PREFIX = "dgk_"


def fresh(prefix: str = "") -> str:
    """A secret of 256 random bits, for a header or a cookie."""
    return f"{prefix}{secrets.token_urlsafe(32)}"


def digest(token: str) -> bytes:
    """What is stored of it. A random secret needs no slow hash."""
    return hashlib.sha256(token.encode()).digest()
