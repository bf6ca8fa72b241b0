"""The input screen: signs that a text was written to steer a machine. It blocks nothing; a person looks."""

from collections.abc import Iterator

from deskgraph.guardrails.finding import Finding, finding
from deskgraph.guardrails.folding import folded, visible
from deskgraph.guardrails.hidden import encoded, hidden
from deskgraph.guardrails.languages import ABROAD
from deskgraph.guardrails.markup import SECTION, TURNS
from deskgraph.guardrails.phrases import ENGLISH

# A hundred findings say no more than ten, and they ride in the run's state.
MOST = 20


def screen_input(text: str, where: str = "message") -> list[Finding]:
    """What was found in a text from outside, one finding a kind and excerpt. `where` says what the text is."""
    found: dict[tuple[str, str], Finding] = {}
    for kind, excerpt in _found(text):
        one = finding(kind, excerpt, where)
        found.setdefault((one.kind, one.excerpt), one)
        if len(found) == MOST:
            break
    return list(found.values())


def _found(text: str) -> Iterator[tuple[str, str]]:
    yield from _phrases(text)
    seen = visible(text)
    for turns in (SECTION, *TURNS):
        if match := turns.search(seen):
            yield "prompt_markup", match.group()
    for excerpt in hidden(text):
        yield "hidden_text", excerpt
        yield from _phrases(excerpt)
    for excerpt in encoded(text):
        yield "encoded_text", excerpt
        yield from _phrases(excerpt)


def _phrases(text: str) -> Iterator[tuple[str, str]]:
    """The first match of each kind: it is the kind that counts."""
    read = folded(text)
    for kind, patterns in (*ENGLISH.items(), *ABROAD.items()):
        match = next((match for each in patterns if (match := each.search(read))), None)
        if match is not None:
            yield kind, match.group()
