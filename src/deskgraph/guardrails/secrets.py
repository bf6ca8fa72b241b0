"""Keys and passwords in a text."""

import re
from collections.abc import Iterator

_KEYS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or|svcacct)?[-_]?[A-Za-z0-9_-]{20,200}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{30,255}|\bgithub_pat_[A-Za-z0-9_]{30,255}|\bglpat-[A-Za-z0-9_-]{20,100}"
    r"|\bxox[abeprs]-[A-Za-z0-9-]{10,250}|\bAIza[A-Za-z0-9_-]{35}|\bhf_[A-Za-z0-9]{30,100}"
    r"|\bya29\.[A-Za-z0-9_-]{20,250}|\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}|\bnpm_[A-Za-z0-9]{36}"
    r"|\bpypi-[A-Za-z0-9_-]{50,250}|\bdop_v1_[a-f0-9]{64}"
    r"|\beyJ[A-Za-z0-9_-]{10,300}\.eyJ[A-Za-z0-9_-]{10,300}"
    r"|\b[a-z][a-z0-9+]{1,20}://[^\s:/@]{1,60}:[^\s:/@]{3,100}@"
)
_PASSWORD = re.compile(
    r"\b(?:password|passcode|passwort|kennwort|mot de passe|contraseña|pin|cvv|cvc|one-time code)\b"
    r"(?: code| number)?(?: is| ist| est| es|:| =) {0,3}[\"'`]?"
    r"(?P<value>(?=[^\s\"'`]{0,60}[\d!@#$%^&*])[^\s\"'`]{3,60})",
    re.IGNORECASE,
)
_PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----")


def keys(text: str) -> Iterator[str]:
    """API keys of the known forms, passwords in URLs, heads of private keys."""
    for form in (_KEYS, _PRIVATE_KEY):
        for match in form.finditer(text):
            yield match.group()


def passwords(text: str) -> Iterator[str]:
    """What is called a password or a PIN: text with a digit or a sign in it."""
    for match in _PASSWORD.finditer(text):
        yield match["value"].rstrip(".,;!")
