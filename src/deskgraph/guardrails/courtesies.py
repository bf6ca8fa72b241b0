"""Sentences without words of content: greetings and thanks say nothing; "Yes, you can." says a lot."""

import re

_COURTESY = re.compile(
    r"""\b(?:
      (?:many|kind|best|warm)?\ ?(?:thanks|thank\ you|regards|wishes)
    | hello | hi | dear | greetings | welcome | sincerely | pleasure
    | sorry | apolog(?:y|ies|i[sz]e) | afraid
    | appreciate | (?:i|we)\ (?:fully\ |do\ )?understand
    | (?:i|we)
      (?:\ am|\ are|'m|'re|\ would\ be|'d\ be|\ will\ be|'ll\ be)?
      \ (?:very\ |always\ )?(?:glad|happy|pleased|here)
    | glad | happy\ to | happily
    | let\ (?:me|us)\ know | feel\ free | hesitate | hope
    | (?:could\ not|couldn't|cannot|can't)\ find
    | (?:tell|ask|contact|reach|message|inform)\ (?:me|us|our)
    | (?:write|reply|respond|answer|get\ back|reach\ out)\ (?:again\ )?to\ (?:me|us|this)
    | anything\ else | more\ questions | further\ questions | any\ (?:other\ |more\ |further\ )?questions
    | (?:here|below)\ (?:is|are) | following | as\ follows | what\ (?:i|we)\ (?:have\ )?found
    )\b""",
    re.VERBOSE,
)
# What a courtesy may say of its own, so that it is no statement: "if you have", "I can help".
_IDLE = re.compile(
    r"""\bif\ (?:you|there|this|that|it)\ [a-z' ]{0,60}
    | \b(?:this|that|it|you)\ (?:has\ |have\ )?(?:helps|helped|caused|causes|may\ have\ caused|had|are\ well)
    | \b(?:i|we|me|us|my|our)\b[a-z' ]{0,30}\b(?:help|assist|hear|answer|know|do\ for\ you)
    | feel\ free | (?:do\ not|don't)\ hesitate | (?:could\ not|couldn't|cannot|can't)\ find
    | \bfor\ any\ [a-z' ]{0,40} | \byou(?:\ are|'re)\ (?:very\ |most\ )?welcome
    | \bwhenever\ you [a-z' ]{0,40}
    """,
    re.VERBOSE,
)
_STATES = re.compile(
    r"\b(?:yes|no|not|you (?:can|may|could|will|have|should|must|are|do|get)|(?:it|that|this|they|there|he|she)"
    r" (?:is|are|was|were|will|can|may|has|does|do|would)|(?:i|we) (?:can|will|have|did|do|shall|may)|allowed|right"
    r"|possible|always|never|nothing|only|free)\b"
)
_ASKS = re.compile(
    r"(?:(?:and|or|so) )?(?:please )?(?:can|could|would|will|may|shall|is|are|was|were|do|does|did|have|has|what|which"
    r"|when|where|who|whom|whose|why|how)\b"
)
_GREETING = re.compile(
    r"(?:hello|hi|dear|good (?:morning|day|afternoon|evening))(?: [\w.'’-]{1,20}){0,3}[,.!]{0,2}",
    re.IGNORECASE,
)


def courteous(sentence: str) -> bool:
    """Whether a sentence without words of content states nothing: a greeting, thanks, regret, an offer, a lead to what
    follows it, or a question."""
    low = " ".join(sentence.lower().replace("’", "'").split())
    if low.endswith((":", "：")) or (low.endswith(("?", "？")) and _ASKS.match(low)):
        return True
    left = _IDLE.sub(" ", low)
    return bool(_COURTESY.search(low)) and not _STATES.search(left)


def greets(sentence: str) -> bool:
    """Whether a sentence is a greeting with nothing but a name in it."""
    return bool(_GREETING.fullmatch(sentence.strip()))
