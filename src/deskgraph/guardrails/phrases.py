"""Words that tell a machine what to do, by kind of finding, for folded English text.

Every repeat in a pattern has an upper bound, so that a screen takes time in proportion to the text. What customers
write every day ("please ignore my last mail") must not match: each pattern wants a verb and what it is done to.
"""

from re import Pattern
from re import compile as pattern

_MACHINE = (
    r"(?:ai|a\.i\.|llm|gpt|chat ?gpt|claude|gemini|language model|ai (?:agent|model|system)|(?:ai |virtual )?assistant"
    r"|(?:chat)?bot|automated (?:agent|system)|model)"
)
_PRIVILEGED = (
    r"(?:admin(?:istrator)?|root|superuser|developer|system|unrestricted|uncensored|unfiltered|hacker|dan|evil|jailbroken"
    r"|supervisor|(?:linux )?terminal|shell|different (?:ai|assistant|bot|model)|another (?:ai|assistant|bot|model))"
)
_RULES = (
    r"(?:instructions?|prompts?|rules|guidelines|guidance|directions|directives|guardrails|policies|restrictions"
    r"|constraints|programming|training|safety measures|system message)"
)
_REPLY = r"(?:response|reply|answer|message|output)"

ENGLISH: dict[str, tuple[Pattern[str], ...]] = {
    "instruction_override": (
        pattern(
            r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrule|(?:do not|don't|stop) follow"
            r"(?:ing)?|discard|set aside)\b[^.!?]{0,25}\b(?:all|any|every|previous|prior|above|earlier|preceding|your|"
            r"initial|original|system|foregoing|existing)\b[^.!?]{0,25}\b" + _RULES + r"\b"
        ),
        pattern(
            r"\b(?:ignore|disregard|forget) (?:about )?(?:everything|all|anything|what)\b[^.!?]{0,12}"
            r"\b(?:above|before|previously|prior|you (?:were|have been|know|are|learned)|so far)\b"
        ),
        pattern(
            r"\b(?:bypass|circumvent|switch off|turn off|disable) (?:all |any )?(?:of )?your "
            r"(?:\w{1,20} ){0,2}(?:filters?|safety|safeguards|guardrails|rules|guidelines|restrictions|policies|screen)"
        ),
        pattern(
            r"\b(?:new|updated|revised|real|actual|additional) (?:system )?(?:instructions?|directives?) ?:"
        ),
        pattern(
            r"\byour (?:new|real|actual|true|only) (?:task|instructions?|goal|job|role|purpose|objective|orders?) "
            r"(?:is|are|will be)\b"
        ),
        pattern(
            r"\bfrom (?:now|this point) on(?:wards?)?,? (?:you|your|always|only|respond|answer|reply|ignore|act)\b"
        ),
        pattern(
            r"\b(?:do not|don't|never) (?:tell|inform|alert|notify|mention (?:this |it )?to) (?:the |any |your )?"
            r"(?:user|customer|human|operator|reviewer|staff|team|supervisor|colleagues?)\b"
        ),
    ),
    "machine_addressed": (
        pattern(
            r"\b(?:note|message|instructions?|attention|notice|reminder|order|command) ?(?:to|for|:) "
            r"(?:the |any |all |every |this )?" + _MACHINE + r"\b"
        ),
        pattern(r"\b(?:if|since|because|as) you(?: are|'re) (?:an?|the) (?:\w{1,15} )?" + _MACHINE + r"\b"),
        pattern(
            r"\b(?:dear|hey|hello|hi|attention),? (?:ai|llm|gpt|chat ?gpt|claude|gemini|language model|ai \w{1,12})\b"
        ),
        pattern(
            r"\b(?:call|invoke|execute|run|use|trigger) the (?:\w{1,30} ){0,2}(?:tool|function) (?:with|and|now|for)\b"
        ),
    ),
    "answer_steering": (
        pattern(
            r"\b(?:add|append|insert|integrate|incorporate|modify|augment|enhance|alter|replace|convert|scramble|"
            r"misspell|substitute|jumble|rearrange|encode|remove|introduce|group|prefix|start|end|render)\b"
            r"[^\n]{1,110}\b(?:(?:in|to|of|from|for|with) )?your " + _REPLY + r"\b"
        ),
        pattern(
            r"\b(?:modify|alter|enhance|augment|encode|scramble|convert|render|rearrange|anagram) (?:\w{1,20} )?your "
            + _REPLY
            + r"\b"
        ),
        pattern(
            r"\binclude (?:an?|one|this|the following) (?:\w{1,20} )?(?:sentence|line|link|tip|reminder|headline|"
            r"recommendation|statement|advert\w{0,10}|phrase)\b[^\n]{0,40}\byour " + _REPLY + r"\b"
        ),
        pattern(
            r"\bin your (?:response|reply|answer),? (?:suggest|tease|mention|say|claim|recommend|advise|promote|"
            r"tell (?:them|users|readers|people)|use|write|pretend)\b"
        ),
        pattern(r"\b(?:respond|reply|answer) (?:only|exactly|solely) (?:with|in|by|using)\b"),
        pattern(
            r"\b(?:print|output|say|write|respond with|reply with) (?:only |exactly |just )?the following "
            r"(?:text|words|sentence|string|phrase)\b"
        ),
    ),
    "role_change": (
        pattern(
            r"\byou(?: are|'re|r role is) (?:now|no longer|hereby|from now on)\b[^.!?]{0,30}\b(?:"
            + _PRIVILEGED
            + r"|"
            + _MACHINE
            + r"|mode|bound|free of|free from|persona|character|restricted|limited)\b"
        ),
        pattern(
            r"\b(?:act|behave|respond|operate|speak|role-?play)(?:ing)? (?:as|like)(?: if you (?:are|were))?\b"
            r"[^.!?]{0,15}\b" + _PRIVILEGED + r"\b"
        ),
        pattern(
            r"\bpretend (?:to be|you are|you're|that you are|that you're|you have)\b[^.!?]{0,25}\b(?:"
            + _PRIVILEGED
            + r"|no (?:rules|restrictions|limits|guidelines))\b"
        ),
        pattern(
            r"\b(?:you(?: are|'re)(?: now)? in|enter(?:ing)?|switch(?:ing)? (?:in)?to) (?:an? |the )?"
            r"(?:developer|debug|god|admin|maintenance|unrestricted|jailbreak|dan|sudo|test|training) mode\b"
        ),
        pattern(r"\bdo anything now\b|\b(?:you|your)\b[^.!?]{0,20}\bjailbroken\b"),
    ),
    "prompt_extraction": (
        pattern(
            r"\b(?:reveal|show|print|repeat|output|display|tell|give|send|share|leak|dump|write|quote|translate|"
            r"summari[sz]e|copy|list|paste|what (?:is|are|was|were))\b[^.!?]{0,35}\b(?:system|initial|hidden|"
            r"secret|developer|underlying|internal) (?:prompts?|instructions?|message|rules|guidelines|directives)\b"
        ),
        pattern(
            r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|send me|share|leak|dump|quote|paste|"
            r"what (?:is|are|was|were)) (?:\w{1,12} ){0,3}your (?:\w{1,12} )?(?:prompts?|instructions|guardrails|"
            r"system message|guidelines)\b"
        ),
        pattern(
            r"\b(?:repeat|print|output|copy|recite|echo|quote)\b[^.!?]{0,15}\b(?:everything|all|text|words|"
            r"conversation|context)\b[^.!?]{0,15}\b(?:above|before this|verbatim|so far|word for word)\b"
        ),
        pattern(
            r"\b(?:reveal|print|output|leak|dump|display|list)\b[^.!?]{0,20}\byour[^.!?]{0,20}\b(?:api keys?|"
            r"credentials|secrets?|environment variables|access tokens?|tools?|functions)\b"
        ),
    ),
    "false_authority": (
        pattern(
            r"\b(?:i am|i'm|this is|it is|speaking as) your (?:\w{1,15} )?(?:developers?|creator|programmer|admin"
            r"(?:istrator)?|maker|owner|operator|supervisor|manager|boss|engineer)\b"
        ),
        pattern(
            r"\b(?:official|urgent|priority|automated|internal|authori[sz]ed) (?:\w{1,15} )?(?:message|notice|"
            r"instructions?|order|directive|command) (?:from|by|of) (?:the |your )?(?:\w{1,15} )?(?:system|admin\w{0,10}|"
            r"developers?|management|openai|anthropic|ceo|security|head ?office|support lead|it)\b"
        ),
        pattern(
            r"\b(?:system|admin(?:istrator)?|developer|supervisor|manager) (?:override|directive|command|authori[sz]ation)"
            r"\b"
        ),
        pattern(
            r"\b(?:approved|authori[sz]ed|cleared|signed off|ordered) (?:\w{1,15} ){0,2}by (?:\w{1,15} ){0,2}"
            r"(?:manager|supervisor|management|admin\w{0,10}|security|legal|head ?office|support lead|ceo|team lead|"
            r"director|headquarters|developers?)\b"
        ),
        pattern(
            r"\b(?:skip|bypass|waive|omit|without|no need for|does not need|doesn't need)\b[^.!?]{0,15}\b(?:any |the |"
            r"your |further |human )(?:\w{1,12} )?(?:approval|review|verification|sign-?off|authori[sz]ation)\b"
        ),
        pattern(
            r"\bno (?:further |human |manager )?(?:approval|review|sign-?off) (?:is )?(?:needed|required|necessary)\b"
        ),
        pattern(r"\b(?:pre-?|already )(?:approved|authori[sz]ed) (?:this|the|my|for|by)\b"),
    ),
}
