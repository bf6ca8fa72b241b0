"""How people phrase an ask, a condition, a refusal, a change of mind: what a text is cut into clauses by."""

import re

BRIEF = re.compile(
    r"\byou(?:'d|'re)? (?:want|wish|would|need|prefer|received|ordered|bought|placed|wonder|like|are|were"
    r"|have|had|just)\b",
    re.IGNORECASE,
)
SELF = re.compile(r"\b(?:I|I'm|I've|I'd|my|me|we|our|us)\b")
PERSON = (
    (r"\byou are\b", "I am"), (r"\byou were\b", "I was"), (r"\byou're\b", "I'm"), (r"\byou've\b", "I've"),
    (r"\byou'd\b", "I'd"), (r"\byourself\b", "myself"), (r"\byours\b", "mine"), (r"\byour\b", "my"),
    (r"\byou\b", "I"), (r"\bthe (?:customer service )?agent\b", "you"),
)  # fmt: skip
_VERBS = (
    "(?:cancel|return|exchange|change|modify|refund|swap|replace|update|send|track|check|remove|close"
    "|delete|tell)"
)
BREAK = re.compile(
    rf"""\s*(?:;|,?\s+(?:and|but|then|so)\s+(?:also\s+|then\s+|finally\s+)?
        (?=(?:to\s+)?(?:i|we|please|also|want|would|can|could|my\s+\w+\s+(?:is|was|has))\b|(?:to\s+)?{_VERBS}\b)
        |,\s+(?=(?:please|can|could|i\s+(?:want|would|need|also|only|just)|if|otherwise|{_VERBS})\b))\s*""",
    re.IGNORECASE | re.VERBOSE,
)
CONDITION = re.compile(
    r"^\W*(?:and |but |so |then )*(?:if|unless|in case|otherwise|should you|provided|only if|as long as"
    r"|in that case)\b",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"(?:for|in|on|about|regarding|concerning|as for|from|due to|first|second|third|finally|lastly|also"
    r"|and finally)\b[^,]{0,50}(?:\Z|,\s*)",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"\b(?:do not|don't|does not|doesn't|did not|never|not|no need to|without|rather than|instead of|undo"
    r"|undoing)\b"
    r"(?:\s+(?:want|wish|need|like|going|sure|you|to|have|ever|process|please|it|would)){0,4}\s*$",
    re.IGNORECASE,
)
REGRET = re.compile(
    r"\b(?:regret|changed my mind|change my mind|on second thou?ght)\b.*\b(?:keep|leave)\b"
    r"|\bnever ?mind\b|\bforget (?:it|that|my (?:request|message))\b|\b(?:ignore|disregard) my (?:last"
    r"|previous|earlier)\b",
    re.IGNORECASE,
)
MARK = re.compile(
    r"\b(?:want|wish|would like|'d like|would love|need|please|(?:can|could) (?:you|i|we|my|this|that|it)"
    r"|would you|will you"
    r"|help me|ask(?:ing)? (?:you )?(?:for|to)|request(?:ing)?|prefer|intend|hop(?:e|ing) to|decided"
    r"|trying|like you to"
    r"|have to|let me|kindly|wondering|wonder|possible to|how about|make sure|willing|would rather"
    r"|am going to"
    r"|looking to|able to|go ahead and|get)\b",
    re.IGNORECASE,
)
LED = re.compile(r"^\W*(?:if|unless|in case|when|once|after|before)\b[^,]{3,120},\s*(?=\w)", re.IGNORECASE)
HOW = re.compile(
    r"^\W*(?:(?:and|but|so|also|hi|hello|please tell me|tell me|can you tell me|could you tell me"
    r"|i (?:only |just |also )?(?:wonder|want to know|would like to know|need to know|ask)) )*"
    r"(?:how [\w ]{1,30}works?\b|how (?:do|can|does|could|would|should|is|to)\b|what (?:happens"
    r"|is the (?:process|procedure"
    r"|policy))|is it possible"
    r"|is there a way|do you (?:offer|have|allow|accept|support|charge)|are there|what are|why|when can i"
    r"|may i|am i allowed)",
    re.IGNORECASE,
)
REFUSED = re.compile(
    r"\b(?:do not|don't|never|no longer) (?:really )?(?:want|wish|need|intend|plan|mean)\b", re.IGNORECASE
)
_ASKER = (
    r"^\W*(?:(?:and|but|so|also|hi|hello|hey|(?:(?:please|can\syou|could\syou)\s)?tell\sme"
    r"|i\s(?:only\s|just\s|also\s)?(?:wonder|want\sto\sknow|would\slike\sto\sknow|need\sto\sknow|ask)),?\s)*"
)
_ANYBODY = (
    r"(?:an?|any|all|every|(?:the\s|our\s)?(?:customers?|clients?|buyers?|colleagues?|team)|people|anyone"
    r"|anybody|one|they|staff|refunds?|returns?|exchanges?|orders|items|parcels|goods)\b"
)
_SOME = rf"(?:i|you|we|he|she|it|the|your|my|our|his|her|their|this|that|these|those|there|{_ANYBODY})"
_HELPING = r"(?:do|does|did|is|are|was|were|may|must|should|can|could|will|would|needs?|has|have)"
_UNDO = r"(?:cancel|return|exchange|swap|replace|refund|change|edit|send\sback|give\sback)"
# Questions that somebody answers, whatever verb stands in them; `can you`, `could I`, `will you` ask to have it done.
QUESTION = re.compile(
    rf"""{_ASKER}(?:
        (?:(?:until|by|from|since|within|for|after|in|on|to|under)\ )?
            (?:how\ (?:long|much|many|often|soon|late|early|far|old|quickly|fast)
              |(?:what|which|who|whose)\b(?!\ (?:i|we)\b|\ is\ why\b)(?:\ [\w'-]+){{0,3}}?\ {_HELPING}
              |(?:when|where|why)\ {_HELPING})\b
        |(?:do|does|did)\ {_SOME}\b(?!\ (?:think|mind|want|please))
        |(?:am|is|are|was|were)\ {_SOME}\b(?!\ (?:still\ |also\ )?(?:able|willing|possible|an?y?\ (?:way|chance)))
        |(?:may|must|should|shall|might|has|have|had)\ (?:i|we|he|she|it|{_ANYBODY})
        |(?:can|could|will|would)\ {_ANYBODY}
        |(?:will|would)\ i\b(?!\ be\ able)
        |(?:(?:can|could)\ (?:i|we)|is\ there\ an?y?\ (?:way|chance)\ to)\ (?:still\ |also\ )?{_UNDO}\ (?:an?|any)\b
        )""",
    re.IGNORECASE | re.VERBOSE,
)
