"""Signs that a person must take over: somebody asks for one, or is in danger, or speaks of the law."""

import re
from collections.abc import Sequence

from deskgraph.models.builtin.words import sentences

_PERSON = re.compile(
    r"\b(?:speak|talk|chat|connect\w*|transfer\w*|put|pass|escalate|hand|get|want|need|call|prefer|give"
    r"|reach|contact|ask for)\b"
    r".{0,40}?\b(?:human|real person|live (?:person|agent)|person|someone|somebody|representative|manager"
    r"|supervisor"
    r"|(?:an?|your|live|human|support) (?:agent|advis[eo]r|employee|colleague|operator))\b"
    r"|\bnot? (?:a |talk(?:ing)? to a |speak(?:ing)? to a )?(?:ro)?bot\b",
    re.IGNORECASE,
)
_RECEIVER = re.compile(
    r"\b(?:from|sent?|transfer(?:red)? (?:money|funds)|pay|paid|refund|receive|deliver\w*"
    r"|ship\w*)\b[^.]{0,30}\b(?:someone|somebody|person)\b"
    r"|\b(?:someone|somebody|a person|the person)\s+(?:i|who|else|has|is|was|used|stole|might|may|in my)\b",
    re.IGNORECASE,
)
_DANGER = re.compile(
    r"\b(?:lawyer|solicitor|attorney|sue|suing|lawsuit|court|legal action|prosecut\w+|ombudsman|police"
    r"|caught fire|on fire"
    r"|explo(?:ded|sion)|electric(?:al)? shock|electrocuted|injur(?:y|ed)|hospital|ambulance|burn(?:ed"
    r"|t) (?:my|his|her|our)"
    r"|smoke (?:is )?com|smoking|suicid\w+|kill (?:my|your)self|hurt (?:my|your)self|poison(?:ed|ing)"
    r"|allergic reaction"
    r"|data protection (?:law|authority|breach)|gdpr complaint)\b",
    re.IGNORECASE,
)
_SURE = 0.62  # no example left out of the fit, and no ordinary request to a shop or a bank, came near it


def wants_person(text: str, wishes: Sequence[dict[str, float]]) -> bool:
    """Whether a person is asked for, even if only as the way out: a colleague costs minutes, a wrong
    write more."""
    asked = any(_PERSON.search(part) and not _RECEIVER.search(part) for part in sentences(text))
    return asked or max((wish["person"] for wish in wishes), default=0.0) >= _SURE


def danger_in(text: str, wishes: Sequence[dict[str, float]]) -> bool:
    """Whether somebody is hurt or threatened, or the law is named."""
    return bool(_DANGER.search(text)) or max((wish["danger"] for wish in wishes), default=0.0) >= _SURE
