"""Postal addresses in running text: quoted as written, cut into parts where a tool asks for parts."""

import re
from dataclasses import dataclass

_END = (  # what follows an address in a letter, and is none of its parts
    r"(?!(?:Thanks|Thank|Best|Kind|Regards|Cheers|Please|Sincerely|Yours|My|The|You|I|It|And|Order|Hi|Hello)\b)"
)
_WORD = rf"{_END}(?:St\.[ ])?[A-Z0-9À-Þ][\w'’/-]*"
_PART = rf"{_WORD}(?:[ \t]+(?:(?:de|del|la|le|am|an|der|den|of|the|und)[ \t]+)*{_WORD})*"
_KIND = (
    r"(?:[Ss]treet|[Ss]t|[Aa]venue|[Aa]ve|[Rr]oad|[Rr]d|[Ll]ane|[Ll]n|[Dd]rive|[Dd]r|[Hh]ighway|[Hh]wy|[Ww]ay|[Cc]ourt|[Cc]t"
    r"|[Bb]oulevard|[Bb]lvd|[Ss]quare|[Tt]errace|[Pp]lace|[Pp]l|[Cc]lose|[Cc]rescent|[Qq]uay|[Pp]arkway)"
)
_STREET = (
    rf"\d+\w?(?:-\d+)?[ \t]+(?:[A-Z][\w'.-]*[ \t]+){{0,4}}{_KIND}\b\.?"  # 1234 Elm St
    # 12 rue de la Paix
    r"|\d+\w?[ \t]+(?:rue|avenue|boulevard|place|via|calle)[ \t]+[\w'’ -]{2,40}?(?=,|\n"
    r"|$)"
    r"|[A-ZÀ-Þ][\w'.-]*(?:stra(?:ß|ss)e|str\.|weg|gasse|allee|platz|damm|ufer|ring|laan|straat|gatan"
    r"|vej)[ \t]+\d+[ \t]?[a-z]?\b"
    r"|(?:[A-ZÀ-Þ][\w'.-]*[ \t]+){1,3}(?:Stra(?:ß|ss)e|Str\.|Weg|Gasse|Allee|Platz|Damm|Ufer"
    r"|Ring)[ \t]+\d+[ \t]?[a-z]?\b"
    rf"|(?:[A-Z][\w'.-]*[ \t]+){{1,3}}{_KIND}[ \t]+\d+\w?\b"  # Garden Street 7
    r"|(?:[A-ZÀ-Þ][\w'-]*[ \t]+){1,4}\d+[ \t]?[a-z]?"
    r"(?=,[ \t]*\d{4,5}[ \t]+[A-ZÀ-Þ])"  # Am Markt 3, 18055 Rostock
    r"|(?:Calle|Via|Rua|Avenida|Viale|Piazza)[ \t]+[A-ZÀ-Þ][\w'’ -]{1,40}?,?[ \t]+\d+\b"
)
_ADDRESS = re.compile(rf"(?:{_STREET})(?:(?:,[ \t]*|[ \t]*\n[ \t]*)(?:{_PART}))*")
_UNIT = re.compile(r"^(?:apt|apartment|suite|unit|flat|floor|room|ste|#)\b", re.IGNORECASE)
_STATE_ZIP = re.compile(r"^(?P<state>[A-Z]{2})(?:[ \t]+(?P<zip>\d{5}(?:-\d{4})?))?$")
_ZIP = re.compile(r"^(?:\d{4,5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?[ \t]*\d[A-Z]{2})$")
_ZIP_CITY = re.compile(r"^(?:[A-Z]{1,2}-)?(?P<zip>\d{4,5})[ \t]+(?P<city>\D+)$")
_NATIONS = """
    usa us united-states uk united-kingdom germany deutschland france spain italy austria switzerland
    netherlands
    belgium denmark sweden norway finland poland ireland canada australia portugal
"""
_COUNTRIES = frozenset(_NATIONS.split())


@dataclass(frozen=True)
class Address:
    """One address; a part that was not written is empty."""

    text: str
    street: str
    unit: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    country: str = ""


def addresses(text: str) -> list[Address]:
    """Addresses that name a street and a house number, each once, in order."""
    found = [match.group().strip(" ,.\n") for match in _ADDRESS.finditer(text)]
    return [_parts(address) for address in dict.fromkeys(found)]


def _parts(text: str) -> Address:
    street, *others = [part.strip() for part in re.split(r",|\n", text) if part.strip()]
    found: dict[str, str] = {}
    for part in others:
        for name, value in _named(part, found):
            found.setdefault(name, value)
    return Address(text=text, street=street, **found)


def _named(part: str, found: dict[str, str]) -> list[tuple[str, str]]:
    """What one part between commas is."""
    if _UNIT.match(part):
        return [("unit", part)]
    if part.lower().replace(" ", "-") in _COUNTRIES and ("city" in found or "zip" in found):
        return [("country", part)]
    if match := _ZIP_CITY.match(part):
        return [("zip", match["zip"]), ("city", match["city"].strip())]
    if match := _STATE_ZIP.match(part):
        return [("state", match["state"]), *([("zip", match["zip"])] if match["zip"] else [])]
    if _ZIP.match(part):
        return [("zip", part)]
    return [("city", part)] if "city" not in found else [("state", part)]
