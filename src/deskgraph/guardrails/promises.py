"""Sentences that say something was done for the customer, or will be, of which the ledger shows nothing."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from deskgraph.guardrails.spelled import flat
from deskgraph.models.builtin.words import sentences

# Deeds by what they come to, as beginnings of words: English, then German, French, Spanish, Italian, Portuguese. Where
# the ledger shows one of a row, any of the row may be said.
_DEEDS = tuple(
    tuple(row.split("|"))
    for row in (
        "refund|reimburs|credit|repaid|goes back|pays back|paid back|erstatte|rückerstatte|gutgeschrieben|rembours"
        "|reembols|rimbors|abonad",
        "cancel|revoke|storniert|annulier|annulé|annulad|annullat",
        "chang|updat|modif|amend|adjust|edit|correct|now goes to|geändert|aktualisiert|angepasst|cambiad|actualizad",
        "ship|sent|send|dispatch|verschickt|gesendet|versandt|envoyé|expédié|enviad|spedit",
        "replac|exchang|swap|ersetzt|ausgetauscht|umgetauscht|remplacé|échangé|reemplazad|sostituit|substituíd",
        "delet|remov|erase|closed|gelöscht|entfernt|geschlossen|supprimé|eliminad|cerrad|eliminat|excluíd",
        "block|freez|froze|lock|suspend|gesperrt|bloqué|bloquead|bloccat",
        "unblock|unlock|reactivat|activat|enabl|entsperrt|aktiviert|débloqué|activé|activad|sbloccat",
        "reset|zurückgesetzt|réinitialisé|restablecid|reimpostat|redefinid",
        "book|schedul|reserv|arrang|gebucht|réservé|reservad|prenotat",
        "waiv|erlassen|exonéré|exonerad",
        "upgrad|downgrad|extend|renew|verlängert|prolongé|renovad",
        "escalat|eskaliert",
        "pay|paid|transfer|überwiesen|payé|pagad|transferid",
        "return|zurückgesend|retourn|devuel|reso",
    )
)
_VERB = "(?P<deed>" + "|".join(sorted({deed for row in _DEEDS for deed in row}, key=len, reverse=True)) + ")"
_ADVERBS = r"(?:\w{2,12}ly |already |just |now |since |gone ahead and |went ahead and |been ){0,3}"
# What we did or are about to do; what was done by nobody named (a bare "is closed" is a state); what is to come.
_OURS = (
    rf"\b(?:i|we)(?:'ve| have| had)? {_ADVERBS}{_VERB}",
    rf"\b(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to) {_ADVERBS}{_VERB}",
    # Elsewhere the verb may stand at the end of its clause.
    rf"\b(?:ich habe|wir haben|nous avons|j'ai|hemos|abbiamo) (?:[^\s.!?]{{1,30}} ){{0,12}}{_VERB}",
)
_DONE = (
    rf"\b(?:has|have|had) {_ADVERBS}been {_ADVERBS}{_VERB}",
    rf"\b(?:was|were|(?:is|are) (?:now|already|hereby)) {_ADVERBS}{_VERB}",
    rf"\b{_VERB}\w{{0,8}}\b[^.!?]{{0,40}}\b(?:was|were|is|are|has been|have been|is being) {_ADVERBS}"
    r"(?:process|issu|complet|approv|initiat|submitt|made|done|confirm|carried out|arranged)",
    rf"\b(?:wurden?|a été|ont été|ha sido|han sido|è stat[oa]|foi|foram) (?:[^\s.!?]{{1,30}} ){{0,12}}{_VERB}",
)
_TO_COME = (
    rf"\b(?:will|shall) {_ADVERBS}be {_ADVERBS}{_VERB}",
    rf"\byou(?:'ll| will) (?:\w{{2,12}}ly )?(?:get|receive|be) (?:\S{{1,12}} ){{0,4}}{_VERB}",
    rf"\b(?:wird|werden) (?:[^\s.!?]{{1,30}} ){{0,12}}{_VERB}",
)
# "Once it has been cancelled, ..." tells a rule and promises nothing.
_CONDITION = re.compile(
    r"\b(?:if|once|when|whenever|unless|in case|wenn|sobald|falls|dès que)\b"
    r"|^\W{0,10}(?:until|after|before|si|cuando|quando|se)\b",
    re.IGNORECASE,
)


def promises(text: str, *, done: Sequence[str], said: Sequence[str], rules: Sequence[str]) -> Iterator[str]:
    """The promises of a text that nothing shows to be kept.

    `done` tells the deeds in the ledger: a word of the same deed may be said. A sentence that the desk has `said`
    before promises nothing new. `rules` (articles, what was looked up) may be quoted where they name nobody who does
    it, and told of the future.
    """
    shown = _deeds_of(done)
    own, quoted = _said_in([*done, *said]), _said_in(rules)
    forms = (
        (_compiled(_OURS), shown),
        (_compiled(_DONE), shown),
        (_compiled(_TO_COME), shown | _deeds_of(rules)),
    )
    for sentence in sentences(text):
        words = flat(sentence)
        if _CONDITION.search(sentence) or sentence.endswith("?") or words in own:
            continue
        for number, (patterns, kept) in enumerate(forms):
            match = next(filter(None, (form.search(sentence) for form in patterns)), None)
            if match and not (number and words in quoted) and not kept & _deeds_of([match["deed"]]):
                yield match.group()
                break


@cache
def _compiled(forms: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


def _said_in(texts: Sequence[str]) -> str:
    return "\n".join(flat(part) for text in texts for part in sentences(text))


def _deeds_of(texts: Sequence[str]) -> set[int]:
    """The rows that any word of these texts belongs to."""
    lowered = "\n".join(texts).lower().replace("_", " ")
    return {number for number, row in enumerate(_DEEDS) if any(deed in lowered for deed in row)}
