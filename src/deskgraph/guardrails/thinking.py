"""A model's thoughts that got into its answer."""

import re
from collections.abc import Iterator

_TAGS = re.compile(
    r"[<\[◁] {0,2}/? {0,2}(?:think|thinking|thought|reasoning|reflection|scratchpad|inner[_ ]monologue) {0,2}[>\]▷]"
    r"|< {0,2}/? {0,2}(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\s{0,9}[*_#> ]{0,4}(?:thinking|thought process|thoughts?|chain of thought|internal (?:note|monologue)"
    r"|gedankengang|überlegung)[*_ ]{0,4}:",
    re.IGNORECASE,
)
# A reply speaks to a customer, and not of one. Only where a text begins, and with what a model begins with.
_OF_THEM = re.compile(
    r"(?>(?:okay|ok|alright|right|so|hmm|well|now|first|let'?s see|let me (?:think|see)|also|gut)?)[,.: ]{0,3}+"
    r"(?:(?:the|this) (?:user|customer) (?:asks|is asking|wants|is requesting|said|says|has asked|asked|writes|wrote)"
    r"|(?:der|die) (?:nutzer|benutzer|kunde|kundin)(?:in)? (?:fragt|möchte|will|schreibt)"
    r"|(?:l'utilisateur|le client) (?:demande|veut)|el (?:usuario|cliente) (?:pregunta|quiere)"
    r"|i (?:need|have|should|must) (?:to )?(?:check|look at|consult|use|read) the (?:passages?|context|tool report)\b"
    r"|let me (?:check|look at|read) the (?:passages?|context|tool report)\b)[^.!?\n]{0,40}",
    re.IGNORECASE,
)
_SENTENCES, _END = 3, re.compile(r"[.!?…\n][.!?…\s]{0,9}")


def thoughts(text: str, quoted: str = "") -> Iterator[str]:
    """Tags of thoughts, a heading of them, and first sentences that speak of the customer; nothing of it if an article
    is `quoted`."""
    found = [match.group() for match in _TAGS.finditer(text)]
    found += [match.group().strip() for match in (_LABEL.match(text),) if match]
    for sentence in _END.split(text[:400].lstrip(), maxsplit=_SENTENCES)[:_SENTENCES]:
        found += [match.group() for match in (_OF_THEM.match(sentence),) if match]
    known = quoted.lower()
    yield from (each for each in dict.fromkeys(found) if each.lower() not in known)
