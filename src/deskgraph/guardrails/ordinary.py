"""Words of a deed that tell of none: nothing was done, others did it, or what it was done to is the desk's own."""

import re

# So far a word may stand from a deed and still turn it round.
_NEAR = 300
_DENIED = re.compile(
    r"\b(?:nothing|nobody|none|neither|never|nor|cannot|can't|without|nichts|niemand|rien|nada|niente"
    r"|nulla|niets)\b"
    r"|\bno (?!(?:problem|worr|doubt|longer|fear|charge|cost|matter|question|later|need|less|more"
    r"|reason)\w{0,4}\b)"
    r"|(?:\bnot|n't) (?!(?:only|worry|hesitate|forget|miss|doubt|just|be (?:surprised|alarmed|afraid"
    r"|worried))\b)"
    r"|\b(?:kein\w{0,2}|nicht|pas|non|niet|geen|aucun\w{0,2}|ningun\w{0,2}|nessun\w?) "
)
_MIGHT = re.compile(
    r"\b(?:can|could|may|might|would|must|should|to) (?:\w{2,12}ly |also |have |now |still ){0,2}$"
)
# The customer's bank blocked it, and not we.
_BY_OTHERS = re.compile(
    r"^ (?:\w{1,12} ){0,2}by (?:you|your|paypal|the (?:bank|seller|sender|carrier|courier|manufacturer"
    r"|customer|customs))\b"
)
_YOU_SAY = re.compile(
    r"\byou (?:say|said|saw|write|wrote|told|tell|mention|mentioned|ask|asked|report|reported|think"
    r"|believe|feel)\b"
)
_CHECK = re.compile(r"^\W{0,3}(?:please )?(?:check|verify|make sure|ensure|ask|confirm)\b")
_WHICH = re.compile(r"\b(?:that|which|who)$")
_TO_YOU = re.compile(r"\byou\b|\byour\b|\bit\b")
_IDIOM = re.compile(
    r"^(?:return|returned|returning) (?:shortly |soon )?(?:to (?:you|this|that|your (?:message|question"
    r"|request|case|ticket))|with)\b"
    r"|^returned your call|^pay\w{0,3} (?:\w{2,12} ){0,2}(?:attention|heed|a visit)|^paid (?:\w{2,12}"
    r" ){0,2}(?:attention|heed)"
    r"|^clos\w{1,3} (?:look|eye|for (?:today|lunch|the (?:day|night|week\w{0,3})))|^correct(?: that| me|,"
    r"|$)|^send\w{0,3} (?:my|our|best|kind|warm)"
    r" (?:\w{1,9} )?(?:regards|wishes|apologies)"
    r"|^(?:send|sent) (?:\w{1,9} ){0,2}(?:my|our) \w{0,9} ?(?:regards|wishes|apologies|thanks)"
    r"|^chang\w{0,3} (?:\w{1,9} )?mind"
)
_OWN = (
    r"(?:questions?|messages?|tickets?|requests?|enquir(?:y|ies)|inquir(?:y|ies)|quer(?:y|ies)|concerns?"
    r"|complaints?|feedback"
    r"|comments?|reports?|cases?|notes?|articles?|handbook|wording|repl(?:y|ies)|answers?|reminders?"
    r"|conversation|suggestions?)"
)
_POST = (
    r"(?:e-?mails?(?! ?address)|mails?(?! ?address)|letters?|information|informations|links?|texts?|replies)"
)
_HANDS_ON = re.compile(
    r"^(?:sen[dt]|ship|dispatch|transfer|escalat|return|chang|updat|modif|amend|adjust|edit|correct|clos"
    r"|delet|remov|eras|reset)"
)
_SENDS = re.compile(r"^(?:sen[dt]|dispatch)")
_PLACE = r"(?:(?!(?:with|for|by|from|about|and|to|in|on|of)\b)[^\s,.;!?]{1,20} ){0,4}"
_OBJECT = re.compile(
    rf"^\w{{0,4}} {_PLACE}{_OWN}(?!\s(?:address|refund))\b|^\w{{0,4}} (?:\w{{1,12}} )?our \w"
)
_MAILED = re.compile(rf"^\w{{0,4}} {_PLACE}{_POST}\b")
_COLLEAGUE = re.compile(
    r"^\w{0,4} (?:\S{1,20} ){1,5}(?:to|on to|over to) (?:\w{1,12} ){0,3}(?:colleagues?|teams?|supervisor"
    r"|manager|departments?|specialists?)\b"
    r"|^\w{0,4} (?:to|on to|over to) (?:\w{1,12} ){0,3}(?:colleagues?|teams?|supervisor|manager"
    r"|departments?|specialists?)\b"
)
_SUBJECT = re.compile(
    rf"(?:^|\b(?:your|the|this|that|our|my) (?:\w{{1,12}} )?){_OWN} (?:\S{{1,20}} ){{0,3}}$"
)
_OURS = re.compile(r"^(?:and |but )?our (?!(?:refund|payment|credit|payout))\w")


def nothing_done(text: str, match: re.Match[str], *, ours: bool) -> bool:
    """Whether this match of a clause is no deed done to the customer, whatever the ledger shows. `ours` is what we say
    of ourselves as done: a word before it turns nothing round."""
    deed, after = match["deed"], text[match.end("deed") : match.end("deed") + _NEAR]
    before = text[max(0, match.start() - _NEAR) : match.start()]
    if not ours and _turned(before, match.group(), after):
        return True
    if _IDIOM.search(deed + after):
        return True
    return bool(_HANDS_ON.search(deed)) and _own(deed, before, after)


def _turned(before: str, match: str, after: str) -> bool:
    if _DENIED.search(before) or _MIGHT.search(before) or _YOU_SAY.search(before) or _CHECK.search(before):
        return True
    if _WHICH.search(before.rstrip()) and not _TO_YOU.search(f"{before} {after}"):
        return True
    return bool(_BY_OTHERS.search(after)) and "refund" not in match


def _own(deed: str, before: str, after: str) -> bool:
    """Whether it was done to a question, a message or an article, or handed to a colleague."""
    if _OBJECT.search(after) or _SUBJECT.search(before) or _OURS.search(before):
        return True
    if not _SENDS.search(deed):
        return bool(re.match(r"transfer|escalat", deed) and _COLLEAGUE.search(after)) and "money" not in after
    return bool(_COLLEAGUE.search(after) or _MAILED.search(after))
