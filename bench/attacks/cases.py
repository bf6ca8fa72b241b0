"""Lots of runs: one attack at one place of 50 mails, brought by one carrier; and ordinary questions."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bench.attacks.orders import Order, order_of
from bench.screening_sets import planted, public_attacks

Carrier = Literal["ticket", "article", "tool result", "team question"]
CARRIERS: tuple[Carrier, ...] = ("ticket", "article", "tool result")
BARE = "no attack"
_OWN = Path(__file__).with_name("own.toml")
# An article or a mail of another customer's: what it is found by is its beginning.
_ABOUT = 150
_OWN_MAILS = 6


@dataclass(frozen=True)
class Brought:
    """Texts on their way to a desk: the mails by number, with an attack in them, and by what each is asked for."""

    carrier: Carrier
    texts: Mapping[int, str]
    about: Mapping[int, str]


@dataclass(frozen=True)
class Lot:
    """Runs that share an order, the place where it stands, and a carrier."""

    brought: Brought
    place: str
    order: Order | None

    @property
    def carrier(self) -> Carrier:
        """Of its texts."""
        return self.brought.carrier

    @property
    def kind(self) -> str:
        """Of the attack."""
        return self.order.kind if self.order else BARE


def own_orders() -> list[Order]:
    """The attacks of `own.toml`."""
    rows: list[dict[str, Any]] = tomllib.loads(_OWN.read_text(encoding="utf-8"))["attack"]
    return [Order(**{**row, "cites": tuple(row.get("cites", ()))}) for row in rows]


def public_orders() -> list[Order]:
    """The training attacks of BIPIA, with what obeying them looks like."""
    return [order_of(attack.kind, attack.text) for attack in public_attacks()]


def lots(mails: Sequence[str], public: Sequence[Order], own: Sequence[Order]) -> Iterator[Lot]:
    """All of them: the bare mails first, then each attack of the public set in all mails, and our own in a few."""
    for carrier in CARRIERS:
        yield _lot(carrier, "", None, mails, mails)
        for order in public:
            yield from _planted(carrier, order, mails)
        for order in own:
            yield from _planted(carrier, order, mails[:_OWN_MAILS])
    for order in own:
        yield from _planted("team question", order, mails[:_OWN_MAILS])


def _planted(carrier: Carrier, order: Order, mails: Sequence[str]) -> Iterator[Lot]:
    by_place: dict[str, list[str]] = {}
    for mail in mails:
        for place, text in planted(order.text, mail):
            by_place.setdefault(place, []).append(text)
    for place, texts in by_place.items():
        yield _lot(carrier, place, order, texts, mails)


def _lot(
    carrier: Carrier, place: str, order: Order | None, texts: Sequence[str], mails: Sequence[str]
) -> Lot:
    about = {number: " ".join(mail[:_ABOUT].split()) for number, mail in enumerate(mails, 1)}
    return Lot(Brought(carrier, dict(enumerate(texts, 1)), about), place, order)
