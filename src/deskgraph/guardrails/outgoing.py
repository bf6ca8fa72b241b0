"""The output screen: what must not leave the house, whoever wrote it. Every finding stops the text."""

import re
from collections.abc import Collection, Iterable, Iterator

from deskgraph.guardrails.blanks import blanks
from deskgraph.guardrails.finding import Finding, finding
from deskgraph.guardrails.folding import folded, visible
from deskgraph.guardrails.grounds import Grounds
from deskgraph.guardrails.links import active, hosts
from deskgraph.guardrails.markup import SECTION, TURNS
from deskgraph.guardrails.personal import addresses, unfounded
from deskgraph.guardrails.promises import promises
from deskgraph.guardrails.recital import recited
from deskgraph.guardrails.secrets import keys, passwords
from deskgraph.guardrails.thinking import thoughts
from deskgraph.prompts import DATA_RULE

_RULE = folded(DATA_RULE)[:60]


def screen_output(text: str, grounds: Grounds, *, where: str = "draft") -> list[Finding]:
    """What stops this text, each kind and excerpt once."""
    read = visible(text)
    found = [*_leaks(read, grounds), *_unfounded(read, grounds)]
    return [finding(kind, excerpt, where) for kind, excerpt in dict.fromkeys(found)]


def screen_citations(cited: Iterable[int], retrieved: Collection[int]) -> list[Finding]:
    """Citations of passages that this run was never shown: the writer made them up."""
    strange = sorted(set(cited) - set(retrieved))
    return [finding("unknown_citation", f"passage {number}", "draft") for number in strange]


def _leaks(read: str, grounds: Grounds) -> Iterator[tuple[str, str]]:
    """What is ours and must not be seen, and what would act on whoever opens it."""
    # Documentation of models shows such markup; ours stands in nobody's article.
    quoted = visible("\n".join(grounds.articles))
    for markup in (SECTION, *TURNS[:2]):
        for match in markup.finditer(read):
            if markup is SECTION or match.group() not in quoted:
                yield "prompt_markup", match.group()
                break
    if _RULE in folded(read):
        yield "prompt_markup", _RULE
    for row in recited(read, grounds.ours, grounds.everything):
        yield "recital", row
    if thought := next(thoughts(read, quoted), None):
        yield "thinking", thought
    for excerpt in active(read):
        yield "active_content", excerpt
    for blank in blanks(read, quoted):
        yield "placeholder", blank


def _unfounded(read: str, grounds: Grounds) -> Iterator[tuple[str, str]]:
    """What may be said only because its grounds hold it. The excerpt of a secret is cut short."""
    given = visible(grounds.everything)
    for key in _unheld(keys(read), given):
        yield "credential", f"{key[:8]}…"
    for _ in _unheld(passwords(read), given):
        yield "credential", "a password"
    linked = visible("\n".join((*grounds.articles, *grounds.said)))
    mailed = (each.rpartition("@")[2] for each in addresses(linked))
    for host in _new(hosts(read), (*hosts(linked), *mailed, *grounds.hosts)):
        yield "unknown_link", host
    yield from unfounded(read, given)
    for promise in promises(
        read,
        done=grounds.done,
        records=grounds.records,
        said=grounds.said,
        rules=[*grounds.articles, *grounds.found],
    ):
        yield "promise", promise


def _new(said: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is said and not known, once each, in order."""
    given = set(known)
    return [each for each in dict.fromkeys(said) if each and each not in given]


def _unheld(said: Iterable[str], known: str) -> list[str]:
    """What stands nowhere in the known text as a word of its own, once each, in order."""
    return [
        each
        for each in dict.fromkeys(said)
        if not re.search(rf"(?<![^\W_]){re.escape(each)}(?![^\W_])", known)
    ]
