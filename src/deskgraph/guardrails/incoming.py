"""The input screen: signs that a text was written to steer a machine. It blocks nothing; a person looks."""

from collections.abc import Iterator

from deskgraph.guardrails.finding import Finding, finding
from deskgraph.guardrails.folding import folded, visible
from deskgraph.guardrails.hidden import encoded, hidden
from deskgraph.guardrails.languages import ABROAD
from deskgraph.guardrails.markup import SECTION, TURNS
from deskgraph.guardrails.phrases import ENGLISH

# Thirty findings of a kind say no more than three, and they ride in the run's state.
MOST_OF_KIND = 3


def screen_input(text: str, where: str = "message") -> list[Finding]:
    """What was found in a text from outside, one finding a kind and excerpt. `where` says what the text
    is."""
    found: dict[str, dict[str, Finding]] = {}
    for kind, excerpt in _found(text):
        of_kind = found.setdefault(kind, {})
        if len(of_kind) < MOST_OF_KIND:
            one = finding(kind, excerpt, where)
            of_kind.setdefault(one.excerpt, one)
    return [one for of_kind in found.values() for one in of_kind.values()]


def _found(text: str) -> Iterator[tuple[str, str]]:
    yield from _phrases(text)
    seen = visible(text)
    for turns in (SECTION, *TURNS):
        if match := turns.search(seen):
            yield "prompt_markup", match.group()
    # What was hidden is read together, so that a thousand comments cost no more than one as long.
    unseen = [
        *(("hidden_text", each) for each in hidden(text)),
        *(("encoded_text", each) for each in encoded(text)),
    ]
    yield from unseen
    yield from _phrases("\n".join(excerpt for _, excerpt in unseen))


def _phrases(text: str) -> Iterator[tuple[str, str]]:
    """The first match of each kind: it is the kind that counts."""
    read = folded(text)
    for kind, patterns in (*ENGLISH.items(), *ABROAD.items()):
        match = next((match for each in patterns if (match := each.search(read))), None)
        if match is not None:
            yield kind, match.group()
