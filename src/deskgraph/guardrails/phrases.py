"""Words that tell a machine what to do, by kind of finding, for folded English text.

Every repeat in a pattern has an upper bound, so that a screen takes time in proportion to the text. What
customers
write every day ("please ignore my last mail") must not match: each pattern wants a verb and what it is done
to.
"""

from re import Pattern
from re import compile as pattern

_MACHINE = (
    r"(?:ai|a\.i\.|llm|gpt|chat ?gpt|claude|gemini|language model|ai (?:agent|model|system)"
    r"|(?:ai |virtual )?assistant|(?:chat)?bot|automated (?:agent|system)|model)"
)
_PRIVILEGED = (
    r"(?:admin(?:istrator)?|root|superuser|developer|system|unrestricted|uncensored|unfiltered|hacker|dan"
    r"|evil"
    r"|jailbroken|supervisor|(?:linux )?terminal|shell|(?:different|another) (?:ai|assistant|bot|model))"
)
_RULES = (
    r"(?:instructions?|prompts?|rules|guidelines|guidance|directions|directives|guardrails|policies"
    r"|restrictions"
    r"|constraints|programming|training|safety measures|system message)"
)
_REPLY = r"(?:response|reply|answer|output)s?"
_REWORK = (
    r"(?:add|append|insert|integrate|incorporate|modify|augment|enhance|alter|replace|convert|scramble"
    r"|misspell"
    r"|substitute|jumble|rearrange|encode|remove|introduce|group|prefix|start|end|render|anagram)"
)
_MANAGER = (
    r"(?:manager|supervisor|management|admin\w{0,10}|security|legal|head ?office|headquarters|support lead"
    r"|ceo"
    r"|team lead|director|developers?)"
)

_OVERRIDE = (
    r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrule|discard|set aside"
    r"|(?:do not|don't|stop) follow(?:ing)?)\b[^.!?]{0,25}\b(?:all|any|every|previous|prior|above|earlier"
    rf"|preceding|your|initial|original|system|foregoing|existing)\b[^.!?]{{0,25}}\b{_RULES}\b",
    r"\b(?:ignore|disregard|forget) (?:about )?(?:everything|all|anything|what)\b[^.!?]{0,12}\b(?:above"
    r"|before"
    r"|previously|prior|you (?:were|have been|know|are|learned)|so far)\b",
    r"\b(?:bypass|circumvent|switch off|turn off|disable) (?:all "
    r"|any )?(?:of )?your (?:\w{1,20} ){0,2}(?:filters?"
    r"|safety|safeguards|guardrails|rules|guidelines|restrictions|policies|screen)",
    r"\b(?:new|updated|revised|real|actual|additional) (?:system )?(?:instructions?|directives?) ?:",
    r"\byour (?:new|real|actual|true|only) (?:task|instructions?|goal|job|role|purpose|objective|orders?)"
    r" (?:is|are|will be)\b",
    r"\bfrom (?:now|this point) on(?:wards?)?,? (?:you (?:are|will|must|should|only)|respond|answer only"
    r"|ignore|act)\b",
    r"\b(?:do not|don't|never) (?:tell|inform|alert|notify|mention (?:this |it )?to) (?:the |any "
    r"|your )?(?:user"
    r"|customer|human|operator|reviewer|staff|team|supervisor|colleagues?)\b",
)
_ADDRESSED = (
    r"\b(?:note|message|instructions?|attention|notice|reminder|order|command) ?(?:to|for|:) (?:the |any "
    r"|all "
    rf"|every |this )?{_MACHINE}\b",
    r"\b(?:if|since|because|as) you(?: are|'re) (?:an?|the) (?:\w{1,15} )?(?:ai|llm|language model"
    r"|assistant)\b",
    r"\b(?:dear|attention),? (?:ai|llm|gpt|chat ?gpt|claude|gemini|language model)\b",
    r"\b(?:call|invoke|execute|run|use|trigger) the (?:\w{1,30} ){0,2}(?:tool|function) (?:with|and|now"
    r"|for)\b",
)
_STEERING = (
    # Between verb and object no new sentence begins: "remove my card. I look forward to your reply" is no order.
    rf"\b{_REWORK}\b(?:(?![.!?;] |\b(?:i|i'm|we|thanks?|thank|forward|waiting|awaiting)\b).){{1,110}}"
    rf"\b(?:in|into|to|of|from|with|for|on) your {_REPLY}\b",
    rf"\b(?:modify|alter|enhance|augment|encode|scramble|convert|render|rearrange|anagram) your {_REPLY}\b",
    r"\binclude (?:an?|one|this|the following) (?:\w{1,20} )?(?:sentence|line|link|tip|reminder|headline"
    rf"|recommendation|statement|advert\w{{0,10}}|phrase)\b[^\n]{{0,40}}\byour {_REPLY}\b",
    r"\bin your (?:response|reply|answer),? (?:suggest|tease|say|claim|recommend|advise|promote|use|pretend"
    r"|tell (?:them|users|readers|people))\b",
    r"\b(?:respond|reply|answer) (?:only|exactly|solely) (?:with|in|by|using)\b",
    r"\b(?:print|output|say|write|respond with|reply with) (?:only |exactly |just )?the following (?:text"
    r"|words"
    r"|sentence|string|phrase)\b",
)
_ROLE = (
    r"\byou(?: are|'re|r role is) (?:now|no longer|hereby|from now on)\b[^.!?]{0,30}\b"
    rf"(?:{_PRIVILEGED}|{_MACHINE}|mode|bound|free of|free from|persona|character|restricted|limited)\b",
    r"\b(?:act|behave|respond|operate|speak|role-?play)(?:ing)? (?:as|like)(?: if you (?:are"
    r"|were))?\b[^.!?]{0,15}"
    rf"\b{_PRIVILEGED}\b",
    r"\bpretend (?:to be|you are|you're|that you are|that you're|you have)\b[^.!?]{0,25}\b"
    rf"(?:{_PRIVILEGED}|no (?:rules|restrictions|limits|guidelines))\b",
    r"\b(?:you(?: are|'re)(?: now)? in|enter(?:ing)?|switch(?:ing)? (?:in)?to) (?:an? |the )?(?:developer"
    r"|debug|god"
    r"|admin|maintenance|unrestricted|jailbreak|dan|sudo|test|training) mode\b",
    r"\bdo anything now\b|\b(?:you|your)\b[^.!?]{0,20}\bjailbroken\b",
)
_EXTRACTION = (
    r"\b(?:reveal|show|print|repeat|output|display|tell|give|send|share|leak|dump|write|quote|translate"
    r"|summari[sz]e"
    r"|copy|list|paste|what (?:is|are|was|were))\b[^.!?]{0,35}\b(?:system|initial|hidden|secret|developer"
    r"|underlying|internal) (?:prompts?|instructions?|message|rules|guidelines|directives)\b",
    r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|send me|share|leak|dump|quote|paste"
    r"|what (?:is|are|was|were)) (?:\w{1,12} ){0,3}your (?:\w{1,12} )?(?:prompts?|instructions|guardrails"
    r"|system message|guidelines)\b",
    r"\b(?:repeat|print|output|copy|recite|echo|quote)\b[^.!?]{0,15}\b(?:everything|all|text|words"
    r"|conversation"
    r"|context)\b[^.!?]{0,15}\b(?:above|before this|verbatim|so far|word for word)\b",
    r"\b(?:reveal|print|output|leak|dump|display|list)\b[^.!?]{0,20}\byour[^.!?]{0,20}\b(?:api keys?"
    r"|credentials"
    r"|secrets?|environment variables|access tokens?|tools?|functions)\b",
)
_AUTHORITY = (
    r"\b(?:i am|i'm|this is|it is|speaking as) your (?:\w{1,15} )?(?:developers?|creator|programmer"
    r"|admin(?:istrator)?|maker|owner|operator|supervisor|manager|boss|engineer)\b",
    r"\b(?:official|urgent|priority|automated|internal|authori[sz]ed) (?:\w{1,15} )?(?:message|notice"
    r"|instructions?"
    rf"|order|directive|command) (?:from|by|of) (?:the |your )?(?:\w{{1,15}} )?(?:system|openai|anthropic"
    rf"|{_MANAGER})\b",
    r"\b(?:system|admin(?:istrator)?|developer|supervisor|manager) (?:override|directive|command)\b",
    r"\b(?:approved|authori[sz]ed|cleared|signed off|ordered) (?:\w{1,15} ){0,2}by (?:\w{1,15} ){0,2}"
    rf"{_MANAGER}\b",
    r"\b(?:skip|bypass|waive|omit|no need for) (?:any |the |your |further "
    r"|human )?(?:\w{1,12} )?(?:approval|review"
    r"|sign-?off)\b",
    r"\b(?:refund|process|issue|execute|pay|proceed|go ahead|do (?:it|this"
    r"|that))\b[^.!?]{0,40}\bwithout (?:any "
    r"|further |human |waiting for |asking for )?(?:approval|review|sign-?off|asking)\b",
    r"\bno (?:further |human |manager )?(?:approval|review|sign-?off) (?:is )?(?:needed|required"
    r"|necessary)\b",
    r"\b(?:pre-|already )(?:approved|authori[sz]ed) (?:this|the|my|by)\b",
)


def compiled(*texts: str) -> tuple[Pattern[str], ...]:
    """Patterns for folded text, which is lower case already."""
    return tuple(pattern(text) for text in texts)


ENGLISH: dict[str, tuple[Pattern[str], ...]] = {
    "instruction_override": compiled(*_OVERRIDE),
    "machine_addressed": compiled(*_ADDRESSED),
    "answer_steering": compiled(*_STEERING),
    "role_change": compiled(*_ROLE),
    "prompt_extraction": compiled(*_EXTRACTION),
    "false_authority": compiled(*_AUTHORITY),
}
