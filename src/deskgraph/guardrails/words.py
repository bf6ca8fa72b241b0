"""Families of words that the phrases are composed of, for folded English text.

Every repeat in a pattern has an upper bound, so that a screen takes time in proportion to the text. What
customers write every day ("please ignore my last mail") must not match: each pattern wants a verb and what it
is done to.
"""

from collections import defaultdict
from collections.abc import Iterator

MACHINE = (
    r"(?:ais?|a\.i\.|llms?|gpt|chat ?gpt|claude|gemini|copilot|language models?|ai (?:agents?|models?"
    r"|systems?)|(?:ai |virtual |automated )?assistants?|(?:chat)?bots?|automated (?:agents?|systems?)"
    r"|models?)"
)
PRIVILEGED = (
    r"(?:admin(?:istrator)?|root|superuser|developer|system|unrestricted|uncensored|unfiltered|unlimited"
    r"|hacker|dan|evil|jailbroken|rebel|supervisor|(?:linux )?terminal|shell|(?:different|another) (?:ai"
    r"|assistant|bot|model))"
)
LOOSE = (
    r"(?:unrestricted|uncensored|unfiltered|unlimited|jailbroken|rebel|evil|dan|root|superuser|administrator)"
)
UNBOUND = (
    r"(?:(?:without|with no|free (?:of|from)|has no|have no|no longer bound by) (?:\w{1,12}"
    r" ){0,2}(?:limit(?:ation)?s?|restrictions?|rules|filters?|guidelines|constraints|boundaries)|(?:nothing"
    r"|no topic) is off[ -]limits|obeys? (?:every|all|any)|grants? every)"
)
RULES = (
    r"(?:instructions?|prompts?|rules|guidelines|guidance|directions|directives|guardrails|policies"
    r"|restrictions|constraints|programming|training|safety measures|system message|orders)"
)
MANAGER = (
    r"(?:managers?|supervisors?|management|admin\w{0,10}|security|legal|compliance|head ?office|headquarters"
    r"|(?:head of )?support(?: lead)?|ceo|team lead|director|developers?)"
)
READER = r"(?:users?|readers?|customers?|recipients?|clients?|visitors?)"

# What an agent hands out. "Message" and "text" are words of every day: they count when they are "your" own.
_OUT = r"(?:response|reply|answer|output)(?:s|'s)?"
_OWN = r"(?:message|text|summary|writing|sentences|words)"
_PIECE = r"(?:message|answer|text|reply|response|words?|letter|sentence|line|thing|e-?mail)"
_SUCH = r"(?:(?!and |or |to |of )\w{1,12} )"
_WRITE = r"(?:write|say|send|give|output|produce|generate|type|draft|compose)"
YOUR_OWN = rf"(?:your {_SUCH}{{0,2}}{_OUT}|your {_SUCH}?{_OWN})\b"
YOURS = (
    rf"(?:(?:your|the|this|that|each|every|any) {_SUCH}{{0,2}}{_OUT}|your {_SUCH}?{_OWN}|(?:everything"
    rf"|whatever|anything|all|(?:the|every|each) {_PIECE}) you {_WRITE})\b"
)

# No new sentence begins in a gap, and nobody says what they do themselves: "remove my card. I look forward to
# your reply" is no order.
_STOP = r"(?![.!?;] | (?:i|i'm|i've|we|thanks?|forward|waiting|awaiting) )"


def gap(most: int) -> str:
    """Up to so many characters of one sentence."""
    return rf"(?:{_STOP}.){{1,{most}}}"


# Who stands before a verb tells an order from a report or a request: "I want to add", "could you include".
_TELLS = (
    *(
        "to",
        "i",
        "you",
        "we",
        "they",
        "he",
        "she",
        "it",
        "who",
        "which",
        "that",
        "the",
        "a",
        "an",
        "my",
        "your",
    ),
    *(
        "this",
        "no",
        "can",
        "could",
        "would",
        "will",
        "did",
        "may",
        "might",
        "not",
        "cannot",
        "don't",
        "can't",
    ),
    *("doesn't", "didn't", "won't", "never"),
)
_ORDERS = ("sure to", "remember to", "forget to", "have to", "need to")
_NO_ORDER = "".join(rf"(?<!\b{before} )" for before in _TELLS)
_STILL = "|".join(rf"(?<=\b{before} )" for before in _ORDERS)


def ordered(verbs: str) -> str:
    """The verbs where they give an order. That a verb stands here is looked at first: it seldom does."""
    verbs = either(verbs)
    return rf"\b(?={verbs}\b)(?:{_NO_ORDER}|{_STILL}){verbs}\b"


def either(words: str) -> str:
    """`a|b|c` as a group by first letters, which a search leaves sooner than a long row of words."""
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in _options(words):
        by_letter[word[0]].append(word[1:])
    if any(not letter.isalpha() for letter in by_letter):
        return f"(?:{words})"
    rows = (f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items())
    return f"(?:{'|'.join(rows)})"


def _options(words: str) -> Iterator[str]:
    """What stands between bars that are in no bracket."""
    depth, begun = 0, 0
    for at, each in enumerate(words):
        depth += (each == "(") - (each == ")")
        if each == "|" and not depth:
            yield words[begun:at]
            begun = at + 1
    yield words[begun:]
