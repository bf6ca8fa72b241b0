"""Addresses on the net: e-mail and IP."""

import ipaddress
import re
from collections.abc import Iterator

from deskgraph.privacy.found import Found

_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_AT = r"(?:@|\uff20|%40|&#0?64;|&commat;| ?[\[({<] ?(?:at|@) ?[\])}>] ?)"
_DOT = r"(?:\.|\u3002| ?[\[({<] ?(?:dot|\.) ?[\])}>] ?)"
_EMAIL = re.compile(
    rf"(?:\"[^\"\n@]{{1,64}}\"|(?<![\w+-])[\w!$*+~-][\w.!$'*+~-]{{0,63}}){_AT}"
    rf"(?:(?:{_LABEL}{_DOT}){{1,8}}(?:[^\W\d_]{{2,24}}|xn--[a-z0-9-]{{2,59}})(?!_{{0,3}}[^\W_])|\[[0-9A-Fa-f:.IPv]{{3,50}}\])",
    re.IGNORECASE,
)
# "Mail me: ada at example dot com": only with both words, and an ending that is one.
_SPOKEN = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64} at (?!(?:the|this|that|a|our|your) )(?:[\w-]{1,63} dot ){1,4}"
    r"(?:com|net|org|edu|gov|io|co|uk|de|fr|eu|ch|at|nl|es|it|pl|us|info)\b",
    re.IGNORECASE,
)
_FILE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|avif|ico|css|js)\Z", re.IGNORECASE)
_V4 = re.compile(
    r"(?<![\w.:-])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|\[\.\])){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\w|\.\d|-\d)"
)
_V6 = re.compile(
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:|:(?=:)){1}(?:[0-9a-f]{0,4}:){1,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{1,4}|)(?![\w:]|\.\d)",
    re.IGNORECASE,
)
# "Firmware 4.2.1.0" is a version, and no machine.
_VERSION = re.compile(
    r"(?:\bv|\bver(?:sion)?s?|\bfirmware|\bfw|\brelease|\bbuild|\brev(?:ision)?|\bsection|\bchapter|§)[ .:]{0,3}\Z",
    re.IGNORECASE,
)


def emails(text: str) -> Iterator[Found]:
    """E-mail addresses, those of other scripts and those written round the @ as well."""
    for form in (_EMAIL, _SPOKEN):
        for match in form.finditer(text):
            if not _FILE.search(match.group()):
                yield Found("EMAIL", match.start(), match.end())


def machines(text: str) -> Iterator[Found]:
    """IP addresses of the net. This machine's own name for itself is nobody's."""
    for match in _V4.finditer(text):
        if not _VERSION.search(text[max(0, match.start() - 12) : match.start()]):
            yield from _machine(text, match.start(), match.end())
    for match in _V6.finditer(text):
        # "Fenster::öffnen" and "10:30:" are none: a digit, and three groups or a gap.
        if any(sign.isdigit() for sign in match.group()):
            yield from _machine(text, match.start(), match.end())


def _machine(text: str, start: int, end: int) -> Iterator[Found]:
    try:
        address = machine(text[start:end])
    except ValueError:
        return
    netmask = address.version == 4 and text[start:end].startswith("255.")
    if not (address.is_loopback or address.is_unspecified or netmask):
        yield Found("IP", start, end)


def machine(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Without the brackets that keep it from becoming a link, and the zeros that fill its places. ValueError: it is
    none."""
    plain = written.replace("[.]", ".")
    if ":" not in plain:
        plain = ".".join(str(int(part)) for part in plain.split("."))
    return ipaddress.ip_address(plain)
