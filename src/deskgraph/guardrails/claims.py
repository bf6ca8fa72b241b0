"""Claims to be somebody, to have leave, to be owed the prompt: role changes, false authority, extraction."""

from deskgraph.guardrails.signs import signs
from deskgraph.guardrails.words import LOOSE, MACHINE, MANAGER, PRIVILEGED, RULES, UNBOUND

_SHOW = (
    r"(?:reveal|show|print|repeat|output|display|tell|give|send|share|leak|dump|write|quote|translate"
    r"|summari[sz]e|copy|list|paste|recite|echo|expose|disclose|put|state|what (?:is|are|was|were)|which"
    r"|need)"
)
_AS = r"(?:an? |the )?(?:\w{1,12} ){0,2}"

ROLE = signs(
    "role_change",
    r"you|act|behav|operat|speak|role|pretend|imagin|persona|identity|part|character|mode|simulat|emulat"
    r"|becom|anything|ai |bot|model|assistant",
    rf"\byou(?: are|'re|r role is) (?:now|no longer|hereby|from now on)\b[^.!?]{{0,30}}\b(?:{PRIVILEGED}"
    rf"|{MACHINE}|mode|bound|free of|free from|persona|character|restricted|limited)\b",
    rf"\b(?:henceforth|from now on|from here on|starting now),? you (?:are|will be) {_AS}(?:{PRIVILEGED}"
    rf"|{MACHINE})\b",
    rf"\b(?:act|behave|respond|operate|speak|role-?play)(?:ing)? (?:as|like)(?: if you (?:are"
    rf"|were))?\b[^.!?]{{0,15}}\b{PRIVILEGED}\b",
    rf"\bpretend (?:to be|you are|you're|that you are|that you're|you have)\b[^.!?]{{0,25}}\b{PRIVILEGED}\b",
    rf"\b(?:pretend|imagine|suppose) (?:to be|(?:that )?you(?: are|'re| have))\b[^.!?]{{0,40}}\b(?:{LOOSE}\b"
    rf"|{UNBOUND})",
    rf"\b(?:assume|adopt|take on|play|take over) the (?:persona|identity|role|part|character)"
    rf" of\b[^.!?]{{0,40}}\b(?:{LOOSE}\b|{UNBOUND})",
    rf"\b(?:ai|assistant|bot|chatbot|model|system|you) (?:\w{{1,12}} ){{0,3}}{UNBOUND}",
    r"\bgame in which you (?:are|play)\b[^.!?]{0,30}\b(?:owner|boss|manager|admin\w{0,10}|grant|never refuse"
    r"|no rules)\b",
    r"\b(?:simulate|emulate|become) (?:an? |the )(?:linux |unrestricted )?(?:shell|terminal|console"
    r"|admin\w{0,10})\b",
    r"\b(?:you(?: are|'re)(?: now)? in|enter(?:ing)?|(?:switch(?:ed|ing)?|put|set) (?:in)?to) (?:an? |the"
    r" )?(?:developer|debug|god|admin|maintenance|unrestricted|jailbreak|dan|sudo|test|training) mode\b",
    r"\bdo anything now\b|\b(?:you|your)\b[^.!?]{0,20}\bjailbroken\b",
)
EXTRACTION = signs(
    "prompt_extraction",
    r"instruct|prompt|rule|guid|direct|polic|restrict|constrain|programming|training|safe|system|order"
    r"|context|config|above|before|verbatim|so far|word for word|wording|exact|keys?\b|credential|secret"
    r"|variables|token|tool|function",
    rf"\b{_SHOW}\b[^.!?]{{0,35}}\b(?:system|initial|hidden|secret|developer|underlying|internal) (?:prompts?"
    rf"|instructions?|message|rules|guidelines|directives)\b",
    r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|send me|share|leak|dump|quote|paste"
    r"|recite|what (?:is|are|was|were)) (?:\w{1,12} ){0,4}your (?:\w{1,12} )?(?:prompts?|instructions"
    r"|guardrails|system message|context|configuration)\b",
    rf"\b{_SHOW} (?:\w{{1,12}} )?(?:all )?(?:the |your )?(?:\w{{1,12}} )?{RULES} (?:that |which )?(?:did"
    rf" )?you (?:were|have been|had been|got|received?|get|are working|work|follow|operate|run)\b",
    r"\b(?:reveal|print|repeat|output|display|leak|dump|quote|paste|recite) (?:\w{1,12} ){0,4}your"
    r" (?:\w{1,12} )?guidelines\b",
    r"\bthe (?:prompt|instructions) you (?:are working|work|were started|run|operate) with\b",
    r"\b(?:repeat|print|output|copy|recite|echo|quote|what does|what is|what"
    r" was)\b[^.!?]{0,15}\b(?:everything|all|text|words|conversation|context"
    r"|lines?)\b[^.!?]{0,15}\b(?:above(?: this| me)?|before this|verbatim|so far|word for word)\b",
    r"\b(?:reveal|print|output|leak|dump|display|list|disclose)\b[^.!?]{0,30}\byour[^.!?]{0,20}\b(?:api"
    r" keys?|credentials|secrets?|environment variables|access tokens?|tools?|functions|configuration)\b",
    r"\b(?:repeat|print|output|copy|recite|echo|quote|dump|list|write(?: out| down)?|answer with"
    r"|reply with) (?:\w{1,12} )"
    r"{0,2}(?:everything|all|whatever)\b[^.!?]{0,25}\babove\b",
    r"\b(?:repeat|print|output|copy|recite|quote|dump|forward|show) (?:\w{1,12} ){0,2}(?:conversation"
    r"|context|history|prompt)"
    r"\b[^.!?]{0,40}\bword (?:by|for) word\b",
    r"\bexact (?:wording|text) of (?:your|the) (?:\w{1,12} )?(?:prompt|instructions|rules)\b",
)
AUTHORITY = signs(
    "false_authority",
    r"your|messag|notice|instruct|order|directive|command|overrid|without|sign|approv|clear|authori|green"
    r"|user|customer|sender|requester|client|holder|status|identity|verif|request|refund|payment|review",
    r"\b(?:i am|i'm|this is|it is|speaking as) your (?:\w{1,15} )?(?:developers?|creator|programmer"
    r"|admin(?:istrator)?|maker|owner|operator|supervisor|manager|boss|engineer)\b",
    rf"\b(?:official|urgent|priority|automated|internal|authori[sz]ed) (?:\w{{1,15}} )?(?:message|notice"
    rf"|instructions?|order|directive|command) (?:from|by|of) (?:the |your )?(?:\w{{1,15}} )?(?:system"
    rf"|openai|anthropic|{MANAGER})\b",
    r"\b(?:system|admin(?:istrator)?|developer|supervisor|manager) (?:override|directive|command)\b",
    r"\b(?:i am|i'm|this is|it is|here is|speaking as) (?:the|your|an?) (?:\w{1,15}"
    r" )?(?:admin\w{0,10}|developer|operator"
    r"|owner|supervisor) (?:of|from|for|at|behind) (?:the|this|your) (?:\w{1,12} )?(?:desk|help ?desk"
    r"|system|bot|platform"
    r"|assistant|support)\b",
    r"\b(?:act|work|proceed|operate) (?:with|under) the (?:rights|permissions|privileges|authority|identity) of\b",
    rf"\bas (?:the|your) (?:\w{{1,12}} )?{MANAGER}\b[^.!?]{{0,30}}\b(?:i (?:order|instruct|command"
    rf"|authori[sz]e|direct)|you (?:must|will))\b",
    r"\b(?:refund|process|issue|execute|pay|proceed|go ahead|release|do (?:it|this"
    r"|that))\b[^.!?]{0,40}\bwithout (?:any |further |human |waiting for |asking for )?(?:approval|review"
    r"|sign-?off|asking|checks?)\b",
    rf"\b{MANAGER} (?:has |have )?(?:already )?(?:signed off|approved|cleared|authori[sz]ed|green-?lit)\b",
    r"\b(?:the|this) (?:user|customer|sender|requester|client|account holder) (?:is|has been|was) (?:now"
    r" )?(?:an? |the )?(?:\w{1,12} )?(?:admin(?:istrator)?|superuser|granted|whitelisted|root|developer|vip"
    r" with)\b",
    r"\b(?:user|customer|sender|requester|client) has (?:\w{1,12} )?(?:admin\w{0,10}|root|full|unlimited"
    r"|superuser) (?:rights|access|privileges|permissions?)\b",
    r"\bstatus ?: ?(?:pre-?)?(?:approved|authori[sz]ed|verified|cleared)\b",
    rf"\b(?:identity|verification|request|refund|payment) (?:\w{{1,12}} )?(?:confirmed|verified|complete\w?"
    rf"|passed|approved) (?:by (?:the |our )?{MANAGER}|[,:;-] (?:skip|proceed|execute|no ))",
    r"\b(?:pre-|pre|already )(?:approved|authori[sz]ed) (?:this|the|my|by)\b",
)
# Handbooks say who approves what, and when nobody has to.
APPROVAL = signs(
    "false_authority",
    r"approv|authori|clear|sign|order|permit|review|question|verif|wait|ask|permission|consent|skip|colleague|member",
    rf"\b(?:approved|authori[sz]ed|cleared|signed off|ordered|permitted) (?:\w{{1,15}} ){{0,2}}by"
    rf" (?:\w{{1,15}} ){{0,2}}{MANAGER}\b",
    r"\b(?:skip|bypass|waive|omit|no need for) (?:any |the |your |further |human )?(?:\w{1,12} )?(?:approval"
    r"|review|sign-?off|questions|verification)\b",
    r"\b(?:do not|don't|need not|no need to|without having to)(?: have to| need to)? (?:wait"
    r"|ask)\b[^.!?]{0,25}\b(?:approvals?"
    rf"|colleagues?|persons?|humans?|reviews?|anyone|anybody|{MANAGER})\b",
    r"\b(?:approval|permission|consent|authori[sz]ation) (?:\w{1,12} )?(?:covers|applies to|extends"
    r" to|counts for|is valid"
    r" for)\b[^.!?]{0,30}\b(?:calls?|actions?|requests?|tools?|later|future|further)\b",
    r"\bskips? (?:the|any|every|all) (?:gates?|approvals?|checks?|reviews?)\b",
    rf"\b(?:reviewer|approver|{MANAGER}) (?:has|have) (?:already )?(?:passed|accepted|confirmed"
    rf"|released) (?:this|the|that)"
    r" (?:draft|reply|answer|call|refund|request|payment)\b",
    r"\b(?:as|i am|i'm) (?:an?|your|another) (?:colleague|member|employee|agent) (?:of|from|in|on)"
    r" (?:the|your) (?:\w{1,12} )?"
    r"(?:support|help ?desk|service desk|internal)\b",
    r"\bno (?:further |human |manager )?(?:approval|review|sign-?off|checks?) (?:is |are )?(?:needed"
    r"|required|necessary)\b",
)
