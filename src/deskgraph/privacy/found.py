"""A piece of personal data in a text."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["EMAIL", "IBAN", "CARD", "SSN", "IP", "PHONE"]
# In the order in which they are believed: what looks like two kinds is the one that is checked harder.
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Found:
    """Where it stands, and what it is: `text[start:end]` is it as written."""

    kind: Kind
    start: int
    end: int
