"""The output screen: what must not leave the house. Every finding stops the draft."""

import re
from collections.abc import Iterable, Iterator, Sequence

from deskgraph.guardrails.finding import Finding, finding
from deskgraph.guardrails.folding import folded, visible
from deskgraph.guardrails.links import active, addresses, hosts
from deskgraph.guardrails.markup import SECTION, TURNS
from deskgraph.guardrails.secrets import card_numbers, keys
from deskgraph.prompts import DATA_RULE

_THINKING = re.compile(
    r"< {0,2}/? {0,2}(?:think|thinking|thought|reasoning|reflection|scratchpad)\b", re.IGNORECASE
)
_RULE = folded(DATA_RULE)[:60]


def screen_output(
    text: str, *, evidence: Sequence[str] = (), secrets: Iterable[str] = (), where: str = "draft"
) -> list[Finding]:
    """What stops this text. A link, an address, a key or a card number may be repeated from the evidence:
    what was
    retrieved, reported or said. `secrets` are texts of our own that nothing may repeat."""
    read, given = visible(text), visible("\n".join(evidence))
    found = [*_leaks(read, secrets), *_unfounded(read, given)]
    return [finding(kind, excerpt, where) for kind, excerpt in dict.fromkeys(found)]


def _leaks(read: str, secrets: Iterable[str]) -> Iterator[tuple[str, str]]:
    for markup in (SECTION, *TURNS[:2]):
        if match := markup.search(read):
            yield "prompt_markup", match.group()
    if _RULE in folded(read):
        yield "prompt_markup", _RULE
    if match := _THINKING.search(read):
        yield "thinking", match.group()
    for excerpt in active(read):
        yield "active_content", excerpt
    if any(secret and secret in read for secret in secrets):
        yield "secret", "a secret of this desk"


def _unfounded(read: str, given: str) -> Iterator[tuple[str, str]]:
    """What may stand in a draft only because it stands in the evidence. The excerpt of a secret is cut
    short."""
    for key in _new(keys(read), keys(given)):
        yield "api_key", f"{key[:8]}…"
    for number in _new(card_numbers(read), card_numbers(given)):
        yield "card_number", f"…{number[-4:]}"
    for host in _new(hosts(read), (*hosts(given), *(each.rpartition("@")[2] for each in addresses(given)))):
        yield "unknown_link", host
    for address in _new(addresses(read), addresses(given)):
        yield "unknown_address", address


def _new(said: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is said and not known, once each, in order."""
    given = set(known)
    return [each for each in dict.fromkeys(said) if each and each not in given]
