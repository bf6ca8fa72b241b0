"""Personal data in a text that its grounds do not hold: it is somebody else's, or made up."""

import ipaddress
import re
from collections.abc import Iterator

from deskgraph.guardrails.folding import visible
from deskgraph.guardrails.given import Given, account, digits, mailbox, trace
from deskgraph.guardrails.links import unwrapped
from deskgraph.privacy import Found, Kind, called, personal
from deskgraph.privacy.addresses import emails, machine
from deskgraph.privacy.digits import plain_digits

# The names of the findings.
_FINDINGS: dict[Kind, str] = {
    "EMAIL": "unknown_address",
    "IBAN": "bank_account",
    "CARD": "card_number",
    "SSN": "social_security_number",
    "IP": "ip_address",
    "PHONE": "phone_number",
}
# How far before a number its name may stand, in the same breath. The finder looks further, and what it takes for a
# telephone's is masked and comes back; here a letter would not be sent.
_NEAR, _BREATH = 24, re.compile(r"[,;!?\n]")
# A home has these, and so has the next one.
_AT_HOME = [
    ipaddress.ip_network(each)
    for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")
]


def unfounded(read: str, grounds: str) -> Iterator[tuple[str, str]]:
    """Kind and excerpt of each piece that the grounds do not hold in any form. Of a number the excerpt is the end."""
    text = _plain(read)
    found = [each for each in _found(text) if not _is_nobodys(text, each)]
    if not found:
        return
    given = Given(_plain(grounds))
    for each in found:
        written = text[each.start : each.end]
        if not given.holds(each.kind, written):
            yield _FINDINGS[each.kind], _excerpt(each.kind, written)


def addresses(text: str) -> Iterator[str]:
    """E-mail addresses, in lower case, however they are written."""
    plain = _plain(text)
    for each in emails(plain):
        yield mailbox(plain[each.start : each.end])


def traces(text: str) -> list[str]:
    """By what each piece of personal data is looked for in texts that may hold it: the last signs of it, in lower case,
    without blanks, dashes, dots and brackets."""
    plain = _plain(visible(text))
    return [trace(each.kind, plain[each.start : each.end]) for each in _found(plain)]


def _found(text: str) -> list[Found]:
    # Without the numbering plans: they take hours ("08.00-18.00"), postal codes and numbers of pages on the net for
    # telephone numbers, they take twelve times as long, and what is stopped is not to depend on what is installed.
    return personal(text, plans=False)


def _is_nobodys(text: str, found: Found) -> bool:
    written = text[found.start : found.end]
    match found.kind:
        case "PHONE":
            breath = _BREATH.split(text[max(0, found.start - _NEAR) : found.start])[-1]
            return not written.lstrip("(").startswith("+") and called(breath, len(breath)) == "thing"
        case "IP":
            address = machine(written)
            # What ends in a zero is a whole network, or a version.
            return written.endswith((".0", "::")) or any(address in home for home in _AT_HOME)
        case _:
            return False


def _excerpt(kind: Kind, written: str) -> str:
    match kind:
        case "EMAIL":
            return mailbox(written)
        case "IP":
            return written
        case "IBAN":
            return f"…{account(written)[-4:]}"
        case _:
            return f"…{digits(written)[-4:]}"


def _plain(text: str) -> str:
    """As a browser shows it, all digits in the signs 0 to 9."""
    return plain_digits(visible(unwrapped(text)))
