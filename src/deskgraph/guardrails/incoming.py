"""The input screen: signs that a text was written to steer a machine. It blocks nothing; a person looks."""

from collections.abc import Iterator

from deskgraph.guardrails.disguise import readings, squeezed
from deskgraph.guardrails.finding import Finding, finding
from deskgraph.guardrails.folding import folded, unaccented, visible
from deskgraph.guardrails.hidden import encoded, hidden
from deskgraph.guardrails.languages import LATIN, OTHER_SCRIPTS
from deskgraph.guardrails.markup import FORMS, SECTION, TURNS
from deskgraph.guardrails.phrases import ENGLISH, FROM_OUTSIDE, FROM_OUTSIDE_PLAIN

# Thirty findings of a kind say no more than three, and they ride in the run's state.
MOST_OF_KIND = 3


def screen_input(text: str, where: str = "message", *, of_team: bool = False) -> list[Finding]:
    """What was found in a text from outside, one finding a kind and excerpt. `where` says what the text is.

    An article `of_team` may say how customers are spoken to and which tools are called; nobody else may.
    """
    found: dict[str, dict[str, Finding]] = {}
    for kind, excerpt in _found(text, of_team):
        of_kind = found.setdefault(kind, {})
        if len(of_kind) < MOST_OF_KIND:
            one = finding(kind, excerpt, where)
            of_kind.setdefault(one.excerpt, one)
    return [one for of_kind in found.values() for one in of_kind.values()]


def _found(text: str, of_team: bool) -> Iterator[tuple[str, str]]:
    yield from _phrases(folded(text), of_team)
    seen = visible(text)
    for turns in (SECTION, *TURNS, *(() if of_team else FORMS)):
        if match := turns.search(seen):
            yield "prompt_markup", match.group()
    # What was hidden is read together, so that a thousand comments cost no more than one as long.
    unseen = [
        *(("hidden_text", each) for each in hidden(text)),
        *(("encoded_text", each) for each in encoded(text)),
    ]
    yield from unseen
    yield from _phrases(folded("\n".join(excerpt for _, excerpt in unseen)), of_team)
    yield from _disguised(text, of_team)


def _disguised(text: str, of_team: bool) -> Iterator[tuple[str, str]]:
    for read in readings(text):
        yield from _phrases(read, of_team)
    if (order := squeezed(text)) is not None:
        yield "hidden_text", order


def _phrases(read: str, of_team: bool) -> Iterator[tuple[str, str]]:
    plain = unaccented(read)
    tables = [(ENGLISH, read), (LATIN, plain)]
    if not read.isascii():
        tables.append((OTHER_SCRIPTS, read))
    if not of_team:
        tables += [(FROM_OUTSIDE, read), (FROM_OUTSIDE_PLAIN, plain)]
    for table, text in tables:
        for signs in table:
            if (match := signs.first(text)) is not None:
                yield signs.kind, match
