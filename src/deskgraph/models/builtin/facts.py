"""What a text names: order numbers, ids, amounts, addresses. Found by form, quoted as written, never
completed."""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_ORDER = re.compile(r"(?<![\w-])#?(?:[A-Z]{1,5}-?\d{3,12}|[A-Z]{1,5}(?:-\d{2,8}){2,3})(?![\w-])")
_LOOSE_ORDER = re.compile(
    r"\border(?:s)?(?:\s+(?:number|no|nr|id|code))?\.?\s*(?:is|was|:|=)?\s*(#?[a-z]{0,5}-?\d{3,12})(?![\w-])",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?<![\w])#[A-Za-z]{0,5}-?\d{3,12}(?![\w-])")
# Where the setting `mask` is on, a placeholder stands for the address or the number.
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+|\[EMAIL_\d+\]")
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
_UNITS = {
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "bucks": "USD", "usd": "USD",
    "eur": "EUR",
    "pound": "GBP", "pounds": "GBP", "gbp": "GBP", "chf": "CHF", "francs": "CHF", "yen": "JPY", "jpy": "JPY",
    "€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "cad": "CAD", "aud": "AUD", "sek": "SEK", "pln": "PLN",
}  # fmt: skip
_FIGURE = r"\d{1,3}(?:[,. ']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
MONEY = re.compile(
    rf"(?:(?P<sign>[€$£¥]|\b(?:EUR|USD|GBP|CHF|CAD|AUD))\s?(?P<first>{_FIGURE}))(?![\d%])"
    rf"|(?<![\w.,#-])(?P<second>{_FIGURE})\s?(?P<unit>€|\$|£|¥|(?:euros?|dollars?|bucks|pounds?|francs|yen"
    r"|EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|PLN)\b)",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_ZIP = re.compile(
    r"\b(?:zip|postal|post)\s*-?code\s*(?:is|:)?\s*([A-Z0-9][A-Z0-9 -]{2,8}[A-Z0-9])\b", re.IGNORECASE
)
_NAME = re.compile(r"\b(?:[Mm]y name is|[Yy]ou are|I am|I'm|[Nn]ame:)\s+([A-Z][\w'-]+)\s+([A-Z][\w'-]+)")
_PHONE = re.compile(r"(?<![\w#-])\+?\d[\d ()/-]{6,}\d(?![\w-])|\[PHONE_\d+\]")


@dataclass(frozen=True)
class Money:
    """An amount as it was meant, with its currency by ISO code ('' when none was written)."""

    amount: Decimal
    currency: str


def orders(text: str) -> list[str]:
    """Order numbers as written: `#W1234567`, `ORD-1001`, or any number that follows the word order."""
    places = {match.start(): match.group() for match in (*_ORDER.finditer(text), *_MARKED.finditer(text))}
    places.update({match.start(1): match.group(1) for match in _LOOSE_ORDER.finditer(text)})
    found = [places[place] for place in sorted(places)]
    return [number for number in dict.fromkeys(found) if not _is_inside(number, found)]


def emails(text: str) -> list[str]:
    """E-mail addresses, each once."""
    return list(dict.fromkeys(match.group().rstrip(".") for match in _EMAIL.finditer(text)))


def money(text: str) -> list[Money]:
    """Amounts with a currency, each once."""
    found: list[Money] = []
    for match in MONEY.finditer(text):
        amount = figure(match["first"] or match["second"])
        unit = (match["sign"] or match["unit"]).lower()
        if amount is not None:
            found.append(Money(amount, _UNITS.get(unit, unit.upper())))
    return list(dict.fromkeys(found))


def figure(text: str) -> Decimal | None:
    """A number as people write it: `1,299.00`, `1.299,00`, `19,99`; two digits after the last mark are
    cents."""
    plain = re.sub(r"[ ']", "", text)
    cents = re.search(r"[.,](\d{1,2})$", plain)
    whole = re.sub(r"[.,]", "", plain[: cents.start()] if cents else plain)
    try:
        return Decimal(f"{whole}.{cents[1]}" if cents else whole)
    except InvalidOperation:
        return None


def after(noun: str, text: str, *, led_by: str = "") -> list[str]:
    """Values with a digit in them that follow a noun: `item 12345`, `item ids: 123, 456`, `product id is
    A77`.

    `led_by`: words of which one must stand before the noun, as alternatives of a regular expression.
    """
    lead = rf"\b(?:{led_by})\s+(?:(?:the|an?|new)\s+)*" if led_by else r"\b"
    value = r"#?[A-Za-z]*[_-]?\d[\w-]*"
    pattern = re.compile(
        rf"{lead}{re.escape(noun)}s?(?:[\s_-]+(?:ids?|numbers?|nos?|codes?|with|number|references?))*\.?\s*(?:is|are|:|=|#)?\s*"
        rf"({value}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+){value})*)",
        re.IGNORECASE,
    )
    runs = (match.group(1) for match in pattern.finditer(text))
    return list(
        dict.fromkeys(value for run in runs for value in re.split(r"\s*,\s*and\s+|\s*,\s*|\s+and\s+", run))
    )


def dates(text: str) -> list[str]:
    """Dates that need no guess: ISO ones."""
    return list(dict.fromkeys(match.group() for match in _DATE.finditer(text)))


def zips(text: str) -> list[str]:
    """Postal codes that are called so."""
    return list(dict.fromkeys(match.group(1).strip() for match in _ZIP.finditer(text)))


def phones(text: str) -> list[str]:
    """Telephone numbers, as written."""
    return list(dict.fromkeys(match.group().strip() for match in _PHONE.finditer(text)))


def person(text: str) -> tuple[str, str] | None:
    """First and last name that somebody gives as their own."""
    match = _NAME.search(text)
    return (match[1], match[2]) if match else None


def currency_sign(text: str) -> str | None:
    """ISO code of the one currency a text writes amounts in."""
    codes = {item.currency for item in money(text)} | {code for sign, code in _SIGNS.items() if sign in text}
    return codes.pop() if len(codes) == 1 else None


def _is_inside(number: str, others: list[str]) -> bool:
    """`W1234` was found inside `#W1234` as well."""
    return any(number != other and number in other for other in others)
